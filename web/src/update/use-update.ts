import { useEffect, useState } from "react";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { refreshServerBuild, sinceInputMs } from "../api/index.ts";
import { hasUnsavedInput, pageBuild, serverBuild, useServerBuild } from "../lib/index.ts";
import { hasUnsavedChanges } from "../ui/index.ts";
import { updateStep, type PageState, type UpdateStep } from "./update-step.ts";

const RELOADED_FOR = "reloaded-for";

/** Watches for a newer build on the server, and reloads the page at a safe moment. */
export function useUpdate(): UpdateStep {
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
