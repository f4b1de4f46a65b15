import { useCallback, useState } from "react";

/** Whether an element has come near the window yet. */
export function useSeen(): [boolean, (element: HTMLElement | null) => (() => void) | undefined] {
  const [isSeen, setSeen] = useState(false);
  const place = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setSeen(true);
        watch.disconnect();
      },
      { rootMargin: "400px" },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [isSeen, place];
}
