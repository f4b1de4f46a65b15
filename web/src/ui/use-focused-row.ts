import { useCallback, useState, type FocusEvent } from "react";
import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";

/** Keeps the row that holds the focus in the page, however far it is scrolled away. */
export function useFocusedRow(indexOf: (key: string) => number, keyAt: (target: Element) => string | null = rowKeyAt) {
  const [focused, setFocused] = useState<string | null>(null);
  const kept = focused === null ? -1 : indexOf(focused);

  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range);
      if (kept < 0 || shown.includes(kept)) return shown;
      return [...shown, kept].sort((one, other) => one - other);
    },
    [kept],
  );

  return {
    rangeExtractor,
    watch: {
      onFocus: ({ target }: Pick<FocusEvent, "target">) => setFocused(keyAt(target)),
      onBlur: () => setFocused(null),
    },
  };
}

/** Rows of tables carry `data-row`, their key. */
function rowKeyAt(target: Element): string | null {
  return target.closest("[data-row]")?.getAttribute("data-row") ?? null;
}
