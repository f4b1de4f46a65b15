import { expect, type Page, type Request } from "@playwright/test";
import { attentionTabs, tabPaths } from "../web/src/attention/pages.ts";
import { ssotPages } from "../web/src/ssot/pages.ts";
import { stationTabs, telemetryParts } from "../web/src/station/route.ts";
import { supportLogPages } from "../web/src/support-log/view.ts";

/** Enough to open every page on a busy machine. */
export const PAGES_MS = 600_000;

const ADMIN_RIGHTS = { can_admin: true };

/** The pages of the console, apart from those of one station. Each demo has a rule 1 and a group 1. `unknownLinks` finds missing ones. */
export const AREAS = [
  "/",
  "/?stations-view=map",
  ...attentionTabs.map((tab) => `/attention/${tabPaths[tab]}`),
  "/attention/rules/new",
  "/attention/rules/1",
  ...ssotPages(ADMIN_RIGHTS).map((name) => `/ssot/${name}`),
  "/stats",
  ...["users", "apikeys", "organizations", "audit", "link", "security", "backups", "system"].map(
    (name) => `/manage/${name}`,
  ),
  ...supportLogPages.map((name) => `/supportlog/${name}`),
  "/supportlog/print",
  "/supportlog/triage/groups",
  "/groups/1",
];

/** The pages of a station. */
export function stationPages(name: string): string[] {
  const paths = stationTabs(ADMIN_RIGHTS).flatMap((tab) => {
    if (tab === "overview") return [""];
    if (tab === "telemetry") return telemetryParts.map((part) => `telemetry/latest/${part}`);
    return tab === "config" ? ["config", "config/history"] : [tab];
  });
  return paths.map((path) => `/stations/${name}/${path}`);
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

/** Returns a function that waits until no request has been running for half a second, apart from the stream of live changes. */
export function watchRequests(page: Page): () => Promise<void> {
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
  return () => {
    lastMs = Date.now();
    const isIdle = () => running.size === 0 && Date.now() - lastMs > 500;
    return expect.poll(isIdle, { timeout: 60_000, intervals: [100] }).toBe(true);
  };
}
