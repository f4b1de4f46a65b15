import { IconRefresh } from "@tabler/icons-react";
import { Button, Notice, hasUnsavedChanges } from "../ui/index.ts";
import styles from "./update-notice.module.css";
import { useEffect, useState } from "react";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { refreshServerBuild, sinceInputMs } from "../api/index.ts";
import { hasUnsavedInput, pageBuild, serverBuild, useServerBuild } from "../lib/index.ts";

/** Offers a reload when the server has a newer build than the page, and reloading now could lose something. */
export function UpdateNotice() {
  const step = useUpdate();
  if (step !== "ask") return null;
  const reload = (
    <Button icon={IconRefresh} onClick={() => window.location.reload()}>
      Reload
    </Button>
  );
  return (
    <div className={styles.corner}>
      <Notice tone="info" action={reload}>
        A new version of the console is available. Reload the page to use it.
      </Notice>
    </div>
  );
}

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
type UpdateStep = "none" | "wait" | "reload" | "ask";

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

const RELOADED_FOR = "reloaded-for";

/** Watches for a newer build on the server, and reloads the page at a safe moment. */
function useUpdate(): UpdateStep {
  const client = useQueryClient();
  const newest = useServerBuild();
  const [step, setStep] = useState<UpdateStep>("none");
  const isOutdated = newest !== null && pageBuild() !== null && newest !== pageBuild();
  useEffect(() => {
    if (!isOutdated) return;
    const timer = setInterval(() => {
      const next = updateStep(pageState(client));
      setStep(next);
      if (next === "reload") reloadOnce();
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [client, isOutdated]);
  return isOutdated ? step : "none";
}

/** Reloads the page when a part of its code is missing because the server has a newer build. Otherwise the page shows what failed. */
export function reloadForMissingCode(client: QueryClient): void {
  window.addEventListener("vite:preloadError", async () => {
    // As it was before the failure is shown, perhaps in a dialog. The press that needed the code does not count as using the page.
    const before = { ...pageState(client), sinceInputMs: Infinity };
    await refreshServerBuild();
    if (updateStep({ ...before, serverBuild: serverBuild() }) === "reload") reloadOnce();
  });
}

function pageState(client: QueryClient): PageState {
  return {
    pageBuild: pageBuild(),
    serverBuild: serverBuild(),
    reloadedFor: sessionStorage.getItem(RELOADED_FOR),
    hasUnsavedInput: hasUnsavedInput() || hasUnsavedChanges(),
    isPlaying: document.querySelector("video") !== null,
    isBusy: client.isMutating() > 0 || document.querySelector('dialog[open], [popover="auto"]:popover-open') !== null,
    sinceInputMs: sinceInputMs(),
  };
}

function reloadOnce(): void {
  sessionStorage.setItem(RELOADED_FOR, serverBuild() ?? "");
  window.location.reload();
}
