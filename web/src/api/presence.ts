const INPUTS = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

/** Opening the page counts as input. */
let hasInput = true;

/** Whether there was user input since the last call of this function. If not, a timer sent the request. */
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
