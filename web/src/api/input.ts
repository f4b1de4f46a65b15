import { pageMs } from "../clock/index.ts";

const INPUTS = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

/** Opening the page counts as input. */
let hasInput = true;
let lastInputMs = pageMs();

/**
 * Whether there was user input since the last call of this function. If not, a timer sent the request: it is a background request, which
 * does not keep the session alive. No caller decides this itself.
 */
export function consumeInput(): boolean {
  const had = hasInput;
  hasInput = false;
  return had;
}

/** The time since the last user input (ms). */
export function sinceInputMs(): number {
  return pageMs() - lastInputMs;
}

/** Records that the user has just used the page. */
export function noteInput(): void {
  hasInput = true;
  lastInputMs = pageMs();
}

if (typeof document !== "undefined") {
  for (const type of INPUTS) window.addEventListener(type, noteInput, { capture: true, passive: true });
  // Showing the tab counts as input.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) noteInput();
  });
}
