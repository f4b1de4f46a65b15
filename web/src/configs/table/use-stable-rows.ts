import { useState } from "react";
import { haveSameConfigs, type ConfigRow } from "@groundcrew/shared/configs";
import type { Station } from "@groundcrew/shared/stations";

/**
 * The previous rows if the configurations are the same. A refresh usually brings changed stations with unchanged configurations, and what
 * was derived from these need not be computed again for thousands of rows.
 */
export function useStableRows(rows: readonly ConfigRow<Station>[]): readonly ConfigRow<Station>[] {
  const [stable, setStable] = useState(rows);
  if (haveSameConfigs(stable, rows)) return stable;
  setStable(rows);
  return rows;
}
