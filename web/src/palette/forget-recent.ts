/** Where the browser keeps what was opened with the palette. */
export const RECENT_KEY = "recent";

/** Forgets what was opened, at Log Out. */
export function forgetRecent(): void {
  localStorage.removeItem(RECENT_KEY);
}
