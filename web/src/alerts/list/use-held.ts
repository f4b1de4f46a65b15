import { useEffect, useState, type RefObject } from "react";
import { getAlert } from "@groundcrew/shared/alerts";
import { steadyRows, type PlacedAlert, type SteadyRows } from "./steady-rows.ts";
import { useServerDataOfAll } from "../../data/index.ts";

/** True if the pointer, or the focus of someone who uses the keyboard, is on the element. */
function useHeld(ref: RefObject<HTMLElement | null>): boolean {
  const [hasPointer, setPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    element.addEventListener("pointerenter", () => setPointer(true), { signal });
    element.addEventListener("pointerleave", () => setPointer(false), { signal });
    // A button that was pressed with the pointer keeps the focus when the pointer leaves.
    const handleFocus = ({ target }: FocusEvent) =>
      setFocus(target instanceof Element && target.matches(":focus-visible"));
    element.addEventListener("focusin", handleFocus, { signal });
    const handleBlur = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node) || !element.contains(relatedTarget)) setFocus(false);
    };
    element.addEventListener("focusout", handleBlur, { signal });
    return () => controller.abort();
  }, [ref]);
  return hasPointer || hasFocus;
}

type ListedRows = {
  listed: readonly PlacedAlert[];
  /** True if these are the rows of another view, while those of this one are loading. */
  isPlaceholder: boolean;
};

/** The rows to display: as listed, but those of before while the list is being used. `showNew` displays them as listed at once. */
export function useSteadyRows(
  ref: RefObject<HTMLElement | null>,
  { listed, isPlaceholder }: ListedRows,
): SteadyRows & { showNew: () => void } {
  const isUsed = useHeld(ref);
  const isHeld = isUsed && !isPlaceholder;
  const [held, setHeld] = useState<readonly PlacedAlert[] | null>(null);
  // Derived while rendering, so that nothing moves between the moment the pointer arrives and the next render.
  if (isHeld && held === null) setHeld(listed);
  if (!isHeld && held !== null) setHeld(null);
  const gone = held?.filter(({ id }) => !listed.some((other) => other.id === id)) ?? [];
  const unlisted = useServerDataOfAll(
    getAlert,
    gone.map(({ id }) => ({ params: { alert: id }, query: {} })),
  );
  const steady =
    held === null || !isHeld ? { rows: listed, waiting: 0 } : steadyRows({ before: held, listed, unlisted });
  return { ...steady, showNew: () => setHeld(listed) };
}
