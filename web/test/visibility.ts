import { onTestFinished, vi } from "vitest";

/** Hides the page or shows it again, as when another tab is chosen, until the test ends. */
export function setHidden(isHidden: boolean): void {
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
  onTestFinished(() => hidden.mockRestore());
  document.dispatchEvent(new Event("visibilitychange"));
}
