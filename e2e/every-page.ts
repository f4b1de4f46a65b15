import { expect, type Page, type Request } from "@playwright/test";

/** The pages of the console, apart from those of one station. */
export const AREAS = [
  "/",
  "/?stations-view=map",
  "/attention",
  "/attention/rules",
  "/attention/me",
  "/ssot",
  "/ssot/hw-variation",
  "/ssot/replaceables",
  "/ssot/swaps",
  "/stats",
  "/manage/users",
  "/manage/apikeys",
  "/manage/organizations",
  "/manage/link",
  "/manage/security",
  "/manage/backups",
  "/supportlog/entries",
  "/supportlog/triage",
  "/supportlog/tags",
];

const STATION_TABS = ["overview", "edit", "telemetry/latest/raw", "supportlog", "config", "ssot", "cameras", "streams"];

/** The pages of a station. */
export function stationPages(name: string): string[] {
  return STATION_TABS.map((tab) => `/stations/${name}/${tab}`);
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
  return () => expect.poll(() => running.size === 0 && Date.now() - lastMs > 500, { timeout: 60_000 }).toBe(true);
}
