import { useCallback, useState } from "react";

const STEP = 40;

/**
 * The number of rendered items of a long list. It grows when the user scrolls near the `end` element; `upTo` renders at least a given
 * number.
 */
export function useGrowing(count: number) {
  const [visible, setVisible] = useState(STEP);
  const upTo = useCallback((minimum: number) => setVisible((before) => Math.max(before, minimum)), []);
  const end = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setVisible((before) => before + STEP),
      { rootMargin: "800px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { visible: Math.min(visible, count), isComplete: visible >= count, end, upTo };
}
