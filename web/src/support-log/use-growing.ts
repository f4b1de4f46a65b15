import { useCallback, useState } from "react";

const STEP = 40;

/**
 * How many of a long list's items are in the page. More come as soon as someone nears the end, which `end` marks;
 * `upTo` makes sure of at least so many.
 */
export function useGrowing(count: number) {
  const [shown, setShown] = useState(STEP);
  const upTo = useCallback((wanted: number) => setShown((before) => Math.max(before, wanted)), []);
  const end = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setShown((before) => before + STEP),
      { rootMargin: "800px" },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return { shown: Math.min(shown, count), isWhole: shown >= count, end, upTo };
}
