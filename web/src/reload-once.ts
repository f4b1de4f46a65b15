import { MINUTE_MS } from "@groundcrew/shared/lib";

const RELOADED_AT = "reloaded-at";

/** Reloads the page when a chunk could not be loaded because the server now has another version of the console. At most once a minute. */
export function reloadWhenOutdated(): void {
  window.addEventListener("vite:preloadError", () => void reloadOnce());
}

async function reloadOnce(): Promise<void> {
  const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
  if (Date.now() - last < MINUTE_MS || !(await isOutdated())) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
}

/** Whether the server's page starts with another script than this one. The script's name contains a hash of the version. */
async function isOutdated(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  const page = await fetch("/", { cache: "no-store" }).catch(() => null);
  return page?.ok === true && script !== undefined && !(await page.text()).includes(`"${script}"`);
}
