import { useEffect } from "react";
import { whenIdle } from "./when-idle.ts";

declare global {
  interface Navigator {
    /** Not in every browser. */
    readonly connection?: { readonly saveData: boolean };
  }
}

/**
 * Fetches the code that the build names in the page as `<link rel="later">` when the page is idle, so that it is in the browser's cache when
 * it is needed. A failure has no effect: the code is then loaded when it is needed. Nothing is fetched while `isUseful` is false, or for a
 * user who saves data.
 */
export function useLaterCode(isUseful: boolean): void {
  useEffect(() => (isUseful && !navigator.connection?.saveData ? whenIdle(prefetch) : undefined), [isUseful]);
}

function prefetch(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=later]")) link.rel = "prefetch";
}
