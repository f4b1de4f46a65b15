import { MINUTE_MS } from "@groundcrew/shared/lib";

const RELOADED_AT = "reloaded-at";

/**
 * A new version of the console has taken the place of the one that is shown, whose parts cannot be loaded any more: the page
 * is loaded again, but not again and again, and not while the server does not answer either.
 */
export function reloadWhenOutdated(): void {
  window.addEventListener("vite:preloadError", () => void reloadOnce());
}

async function reloadOnce(): Promise<void> {
  const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
  if (Date.now() - last < MINUTE_MS) return;
  const page = await fetch("/", { cache: "no-store" }).catch(() => null);
  if (!page?.ok) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
}
