import type { ReactNode } from "react";

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}

/**
 * A sentence that a screen reader announces when it changes, without moving the focus: how many results a search has, which page
 * is shown. It is not announced when it first appears. Each part of the page has its own, so that one inside a dialog is
 * announced too.
 */
export function StatusLine({ children }: { children: string }) {
  return <output className="visually-hidden">{children}</output>;
}
