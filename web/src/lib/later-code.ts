import { useEffect, useEffectEvent } from "react";
import { whenIdle } from "./when-idle.ts";

declare global {
  interface Navigator {
    /** Not in every browser. */
    readonly connection?: { readonly saveData: boolean };
  }
}

/**
 * Fetches the code that the build names in the page as `<link rel="later">` when the page is idle, so that it is in the browser's cache when
 * it is needed. Then `onFetched` may run it, when the page is idle again. A failure has no effect: the code is then loaded when it is needed.
 * Nothing is fetched while `isUseful` is false, or for a user who saves data.
 */
export function useLaterCode(isUseful: boolean, onFetched: () => void = () => {}): void {
  const handleFetched = useEffectEvent(onFetched);
  useEffect(() => {
    if (!isUseful || navigator.connection?.saveData) return;
    let isOver = false;
    let cancel = whenIdle(() => void fetchAll());

    async function fetchAll(): Promise<void> {
      const isFetched = await prefetch();
      if (isFetched && !isOver) cancel = whenIdle(() => handleFetched());
    }
    return () => {
      isOver = true;
      cancel();
    };
  }, [isUseful]);
}

/** True if all code was fetched. What was not is fetched the next time. */
async function prefetch(): Promise<boolean> {
  const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=later]")];
  return (await Promise.all(links.map(fetchLink))).every((isFetched) => isFetched);
}

function fetchLink(link: HTMLLinkElement): Promise<boolean> {
  return new Promise((resolve) => {
    link.addEventListener("load", () => resolve(true), { once: true });
    link.addEventListener("error", () => {
      link.rel = "later";
      resolve(false);
    });
    link.rel = "prefetch";
  });
}
