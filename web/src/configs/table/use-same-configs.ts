import { useState } from "react";
import { haveSameConfigs, type ConfigRow } from "@groundcrew/shared/configs";
import type { Station } from "@groundcrew/shared/stations";

/**
 * The rows as they first were with these configurations. A refresh brings changed stations with nearly always the same ones:
 * what is worked out from configurations then need not be worked out again for a fleet of thousands.
 */
export function useSameConfigs(rows: readonly ConfigRow<Station>[]): readonly ConfigRow<Station>[] {
  const [kept, setKept] = useState(rows);
  if (haveSameConfigs(kept, rows)) return kept;
  setKept(rows);
  return rows;
}
