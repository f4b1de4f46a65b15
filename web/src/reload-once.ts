import { MINUTE_MS } from "@groundcrew/shared/lib";

const RELOADED_AT = "reloaded-at";

/**
 * Loads the page again when a part of it could not be loaded because another version of the console has taken its place on the
 * server; but not again and again.
 */
export function reloadWhenOutdated(): void {
  window.addEventListener("vite:preloadError", () => void reloadOnce());
}

async function reloadOnce(): Promise<void> {
  const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
  if (Date.now() - last < MINUTE_MS || !(await isOutdated())) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
}

/** Whether the server's page begins with another script than this one did. Its name holds a hash of the version. */
async function isOutdated(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  const page = await fetch("/", { cache: "no-store" }).catch(() => null);
  return page?.ok === true && script !== undefined && !(await page.text()).includes(`"${script}"`);
}
