import { SECOND_MS } from "@groundcrew/shared/lib";

/** What decides how an outdated page is replaced. */
export type PageState = {
  /** The build of the page and the build that the server serves now; null if unknown. */
  pageBuild: string | null;
  serverBuild: string | null;
  /** The build for which this tab was last reloaded by itself. */
  reloadedFor: string | null;
  /** Something that a reload would lose or interrupt: unsaved input, live video. */
  hasUnsavedInput: boolean;
  isPlaying: boolean;
  /** A dialog is open or a write is running, which ends soon. */
  isBusy: boolean;
  sinceInputMs: number;
};

/** What to do about a page from an older build: reload it now, check again later, or let the user reload it. */
export type UpdateStep = "none" | "wait" | "reload" | "ask";

/** A page is not reloaded while someone is using it. */
export const QUIET_MS = 5 * SECOND_MS;

/**
 * How to replace an outdated page without losing anything. For one build a tab reloads itself only once: when that did not help, servers
 * with different builds are running side by side.
 */
export function updateStep(page: PageState): UpdateStep {
  const { pageBuild, serverBuild } = page;
  if (pageBuild === null || serverBuild === null || pageBuild === serverBuild) return "none";
  if (page.reloadedFor === serverBuild || page.hasUnsavedInput || page.isPlaying) return "ask";
  if (page.isBusy || page.sinceInputMs < QUIET_MS) return "wait";
  return "reload";
}
