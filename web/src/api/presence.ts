const INPUTS = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

/** Opening the page counts as input. */
let hasInput = true;

/** Whether there was any input since the last call. A request without it was sent by a timer. */
export function consumeInput(): boolean {
  const had = hasInput;
  hasInput = false;
  return had;
}

function noteInput(): void {
  hasInput = true;
}

if (typeof document !== "undefined") {
  for (const type of INPUTS) window.addEventListener(type, noteInput, { capture: true, passive: true });
  // Showing the tab counts as input.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) noteInput();
  });
}
