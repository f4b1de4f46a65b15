import { useCallback, useState, type FocusEvent } from "react";
import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";

/** Keeps the row that has the focus rendered, however far it is scrolled away. */
export function useFocusedRow(indexOf: (key: string) => number, keyAt: (target: Element) => string | null = rowKeyAt) {
  const [focused, setFocused] = useState<string | null>(null);
  const focusedIndex = focused === null ? -1 : indexOf(focused);

  const rangeExtractor = useCallback(
    (range: Range) => {
      const visible = defaultRangeExtractor(range);
      if (focusedIndex < 0 || visible.includes(focusedIndex)) return visible;
      return [...visible, focusedIndex].sort((one, other) => one - other);
    },
    [focusedIndex],
  );

  return {
    rangeExtractor,
    watch: {
      onFocus: ({ target }: Pick<FocusEvent, "target">) => setFocused(keyAt(target)),
      onBlur: () => setFocused(null),
    },
  };
}

/** Table rows have their key in `data-row`. */
function rowKeyAt(target: Element): string | null {
  return target.closest("[data-row]")?.getAttribute("data-row") ?? null;
}
