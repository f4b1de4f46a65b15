import { IconRefresh } from "@tabler/icons-react";
import { Button, Notice, hasUnsavedChanges } from "../ui/index.ts";
import styles from "./update-notice.module.css";
import { useEffect, useState } from "react";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { refreshServerBuild, reloadPage, sinceInputMs } from "../data/api/index.ts";
import { isUnsafeToReload, pageBuild, serverBuild, useServerBuild } from "../lib/index.ts";

/** Offers a reload when the server has a newer build than the page, and reloading now could lose something. */
export function UpdateNotice() {
  useReloadForMissingCode();
  const step = useUpdate();
  if (step !== "ask") return null;
  const reload = (
    <Button icon={IconRefresh} onClick={reloadForBuild}>
      Reload
    </Button>
  );
  return (
    <div className={`surface no-print ${styles.corner}`}>
      <Notice tone="info" action={reload}>
        A new version of the console is available. Reload the page to use it.
      </Notice>
    </div>
  );
}

/** The circumstances that decide how an outdated page is replaced. */
export type PageState = {
  /** The build of the page and the build that the server serves now; null if unknown. */
  pageBuild: string | null;
  serverBuild: string | null;
  /** The builds that this tab has already run, or for which it has reloaded itself. */
  knownBuilds: readonly string[];
  /** Something that a reload would lose or interrupt: unsaved input or a selection, live video. */
  isUnsafeToReload: boolean;
  isPlaying: boolean;
  /** A dialog is open or a write is running, which ends soon. */
  isBusy: boolean;
  sinceInputMs: number;
};

/** How to replace a page from an older build: reload it now, check again later, or let the user reload it. */
type UpdateStep = "none" | "wait" | "reload" | "ask";

/** A page is not reloaded while someone is using it. */
export const QUIET_MS = 5 * SECOND_MS;

/**
 * How to replace an outdated page without losing anything. A tab never reloads itself for a build that it already knows: servers with
 * different builds are then running side by side, and each reload could reach the other one.
 */
export function updateStep(page: PageState): UpdateStep {
  const { pageBuild, serverBuild } = page;
  if (pageBuild === null || serverBuild === null || pageBuild === serverBuild) return "none";
  if (page.knownBuilds.includes(serverBuild) || page.isUnsafeToReload || page.isPlaying) return "ask";
  if (page.isBusy || page.sinceInputMs < QUIET_MS) return "wait";
  return "reload";
}

const KNOWN_BUILDS = "known-builds";

/** The builds that a tab knows, which are stored for as long as it is open. */
export function knownBuilds(storage: Pick<Storage, "getItem">): readonly string[] {
  return storage.getItem(KNOWN_BUILDS)?.split(" ") ?? [];
}

/** Adds the builds that are not null. */
export function addKnownBuilds(
  storage: Pick<Storage, "getItem" | "setItem">,
  builds: readonly (string | null)[],
): void {
  const known = new Set([...knownBuilds(storage), ...builds.filter((build) => build !== null)]);
  storage.setItem(KNOWN_BUILDS, [...known].join(" "));
}

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
      if (next === "reload") reloadForBuild();
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [client, isOutdated]);
  return isOutdated ? step : "none";
}

/** Reloads the page when a part of its code is missing because the server has a newer build. Otherwise the page shows what failed. */
function useReloadForMissingCode(): void {
  const client = useQueryClient();
  useEffect(() => {
    const handleFailure = async () => {
      // The failure may be shown in a dialog while the server responds, which is not something in use.
      const wasBusy = pageState(client).isBusy;
      await refreshServerBuild();
      const isBusy = wasBusy || client.isMutating() > 0;
      // The press that needed the code does not count as using the page.
      if (updateStep({ ...pageState(client), isBusy, sinceInputMs: Infinity }) === "reload") reloadForBuild();
    };
    window.addEventListener("vite:preloadError", handleFailure);
    return () => window.removeEventListener("vite:preloadError", handleFailure);
  }, [client]);
}

function pageState(client: QueryClient): PageState {
  return {
    pageBuild: pageBuild(),
    serverBuild: serverBuild(),
    knownBuilds: knownBuilds(sessionStorage),
    isUnsafeToReload: isUnsafeToReload() || hasUnsavedChanges(),
    isPlaying: document.querySelector("video") !== null,
    isBusy: client.isMutating() > 0 || document.querySelector('dialog[open], [popover="auto"]:popover-open') !== null,
    sinceInputMs: sinceInputMs(),
  };
}

/** Reloads the page, and stores which builds the tab knows by then. */
function reloadForBuild(): void {
  addKnownBuilds(sessionStorage, [pageBuild(), serverBuild()]);
  reloadPage();
}
