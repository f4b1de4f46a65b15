import { useLayoutEffect } from "react";

let locks = 0;

/**
 * Puts the page behind a dialog out of reach: it neither scrolls nor takes focus, and does not move into the place of its
 * scroll bar. The last of several dialogs gives it back.
 */
export function usePageLock(): void {
  useLayoutEffect(() => {
    locks += 1;
    if (locks === 1) lock();
    return () => {
      locks -= 1;
      if (locks === 0) unlock();
    };
  }, []);
}

function lock(): void {
  const { style } = document.body;
  const bar = window.innerWidth - document.documentElement.clientWidth;
  style.overflowY = "hidden";
  if (bar > 0) style.paddingRight = `${bar}px`;
  document.getElementById("root")?.setAttribute("inert", "");
}

function unlock(): void {
  const { style } = document.body;
  style.overflowY = "";
  style.paddingRight = "";
  document.getElementById("root")?.removeAttribute("inert");
}
