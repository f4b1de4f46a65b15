import { useState } from "react";
import type { ConfigColumn } from "@groundcrew/shared/configs";

/** The hidden columns of a table, kept while it is mounted. */
export function useHiddenGroups(
  columns: readonly ConfigColumn[],
  initial: (columns: readonly ConfigColumn[]) => ReadonlySet<string>,
): [ReadonlySet<string>, (hidden: ReadonlySet<string>) => void] {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  return [chosen ?? initial(columns), setChosen];
}
