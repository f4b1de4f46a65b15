import { useCallback, useRef, type FocusEvent } from "react";
import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";

/** Keeps the row that holds the focus in the page, however far it is scrolled away. Rows carry `data-row`, their key. */
export function useKeptRow(indexOf: (key: string) => number) {
  const focused = useRef<string | null>(null);
  const latest = useRef(indexOf);
  latest.current = indexOf;

  const rangeExtractor = useCallback((range: Range) => {
    const shown = defaultRangeExtractor(range);
    const kept = focused.current === null ? -1 : latest.current(focused.current);
    return kept < 0 || shown.includes(kept) ? shown : [...shown, kept].sort((one, other) => one - other);
  }, []);

  return {
    rangeExtractor,
    watch: {
      onFocus: ({ target }: FocusEvent) => {
        focused.current = target.closest("[data-row]")?.getAttribute("data-row") ?? null;
      },
      onBlur: () => {
        focused.current = null;
      },
    },
  };
}
