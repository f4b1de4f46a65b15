import { expect, type Page, type Request } from "@playwright/test";

declare global {
  /** The router of the open page, as TanStack Router publishes it. */
  var __TSR_ROUTER__: {
    routesByPath: object;
    history: { push: (path: string) => void };
    load: () => Promise<void>;
  };
}

/** The paths of the routes of the console. */
export function routesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(globalThis.__TSR_ROUTER__.routesByPath));
}

/** Opens a page as a link of the open one does. */
export async function followTo(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    globalThis.__TSR_ROUTER__.history.push(to);
    await globalThis.__TSR_ROUTER__.load();
  }, path);
}

/** These lead to the first page of their area. */
const AREA_PATHS = ["/manage", "/supportlog"];

/** The pages that an open page links to, apart from those that differ from a known one only in a station, a number or settings. */
export async function unknownLinks(page: Page, known: readonly string[]): Promise<string[]> {
  const addresses = await page
    .locator("a[href]")
    .evaluateAll((links) => links.flatMap((link) => (link instanceof HTMLAnchorElement ? link.href : [])));
  const { origin } = new URL(page.url());
  const kinds = new Set([...AREA_PATHS, ...known].map((path) => kindOf(new URL(path, origin))));
  const linked = addresses
    .flatMap((address) => URL.parse(address) ?? [])
    .filter((address) => address.origin === origin);
  return linked.map(kindOf).filter((kind) => PAGE_PATH.test(kind) && !kinds.has(kind));
}

/** Not of files that the server sends, nor those that contain a hostile text. */
const PAGE_PATH = /^\/(?!api\/)[a-z/*-]*$/;

function kindOf({ pathname }: URL): string {
  const path = pathname.replace(/^\/stations\/[^/]+/, "/stations/*").replaceAll(/\/\d+/g, "/*");
  return path.replace(/(?<=.)\/$/, "");
}

/** How long no request may have been running before a page counts as loaded (ms): a response can lead to another request. */
const QUIET_MS = 150;

/** Returns a function that waits until nothing is being loaded, apart from the stream of live changes. */
export function watchRequests(page: Page, quietMs = QUIET_MS): () => Promise<void> {
  const running = new Set<Request>();
  let lastMs = Date.now();
  page.on("request", (request) => {
    if (new URL(request.url()).pathname !== "/api/live") running.add(request);
  });
  const handleEnd = (request: Request) => {
    running.delete(request);
    lastMs = Date.now();
  };
  page.on("requestfinished", handleEnd);
  page.on("requestfailed", handleEnd);
  return async () => {
    lastMs = Date.now();
    const isIdle = () => running.size === 0 && Date.now() - lastMs > quietMs;
    await expect.poll(isIdle, { intervals: [50] }).toBe(true);
    await expect(page.getByText("Loading...", { exact: true })).toHaveCount(0);
  };
}
