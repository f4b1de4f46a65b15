import { SECOND_MS } from "@groundcrew/shared/lib";

/** Reloads the page if the server serves it; otherwise the browser would show an error in its place. Returns the response, null without one. */
export async function reloadIfServed(): Promise<Response | null> {
  const signal = AbortSignal.timeout(10 * SECOND_MS);
  const page = await fetch(window.location.href, { method: "HEAD", cache: "no-store", signal }).catch(() => null);
  if (page?.ok) window.location.reload();
  return page;
}

/** How often a page that is to be reloaded asks whether the server serves it (ms). */
const RETRY_MS = 30 * SECOND_MS;

/** Reloads the page as soon as the server serves it, but not at once: nobody may be there to stop a page that fails each time. Returns a function that ends that. */
export function reloadWhenServed(): () => void {
  const timer = setInterval(() => void reloadIfServed(), RETRY_MS);
  return () => clearInterval(timer);
}
