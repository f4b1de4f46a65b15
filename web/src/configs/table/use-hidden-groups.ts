import { useState } from "react";
import type { ConfigColumn } from "@groundcrew/shared/configs";

/** Which columns someone has hidden, kept for as long as the table is there. */
export function useHiddenGroups(
  columns: readonly ConfigColumn[],
  atFirst: (columns: readonly ConfigColumn[]) => ReadonlySet<string>,
): [ReadonlySet<string>, (hidden: ReadonlySet<string>) => void] {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  return [chosen ?? atFirst(columns), setChosen];
}
