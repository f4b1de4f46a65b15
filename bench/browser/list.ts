import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { DEMO_PASSWORD } from "@groundcrew/server/demo";
import { chromium, type Browser, type CDPSession, type Page, type Route } from "@playwright/test";
import { ensureChromium } from "../../scripts/chromium.ts";
import { firstLoad } from "../../scripts/first-load.ts";
import { buildWeb } from "../../scripts/web-build.ts";
import { circumstances, fleetOptions } from "../fleet.ts";
import { openSystem } from "../system.ts";
import { printScrolling } from "./scrolling.ts";
import { COLUMNS, print, waitUntilIdle, threadTime, timed, type Run } from "./timing.ts";

/*
 * The stations list in a browser: how long a user waits for it, and how much time each action takes on the page's main thread.
 * Times are from the click or key press until the changed list is painted; printed are the minimum and the median of several
 * runs, because delays on a busy machine are mostly due to the machine. The cursor is already in position before each press, so
 * that finding the element is not counted.
 *
 * node bench/browser/list.ts [--stations 10000] [--quiet] [--logins]
 *
 * With --logins, it measures nothing but logins until the first rows are usable.
 */
const { values } = parseArgs({ options: { logins: { type: "boolean" } }, strict: false });
const fleet = fleetOptions(10_000);
const STATIONS = fleet.stations;
const RUNS = STATIONS > 20_000 ? 4 : 8;
const CHANGED = 200;
const WAIT = { timeout: 120_000 };
const ROW = 'ul[aria-label="Stations"] li';
/** What a choice changes: which stations are shown, in which order, and how many there are. */
const LIST = { changes: ROW, reads: ["data-key", "aria-setsize"] } as const;
const CHOICE = { wallMs: STATIONS > 10_000 ? 100 : 50 } as const;
/** A row of a list that is loaded as a whole. */
const LOADED = `${ROW}:not([aria-setsize="-1"])`;

await buildWeb(console.log);
console.log(circumstances(fleet));
printFirstLoad();
const child = await openSystem(fleet);
const browser = await chromium.launch({
  executablePath: ensureChromium(console.log),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  const context = await browser.newContext({ baseURL: child.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT.timeout);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  console.log(`\n| ${STATIONS} stations | ${COLUMNS}`);
  await print({ name: "login → usable list", wallMs: STATIONS > 10_000 ? 1_500 : 600 }, 5, () =>
    logIn(page, devtools, ROW),
  );
  if (!values.logins) await measureList(page, devtools);
} finally {
  await browser.close();
  await child.stop();
}

async function measureList(page: Page, devtools: CDPSession): Promise<void> {
  await print("login → all stations", 3, () => logIn(page, devtools, LOADED));
  await page.goto("/?stations-type=&stations-f-actual=0");
  await page.locator(LOADED).first().waitFor(WAIT);
  await measureTyping(page, devtools);
  await measureSorting(page, devtools);
  await measureViews(page, devtools);
  await print({ name: "map, first press", wallMs: 400 }, 3, () => openMap(browser, child.url));
  await page.mouse.move(700, 500);
  await printScrolling(page, devtools, { what: "by 500 px", by: () => ({ x: 0, y: 500 }) });
  await measureRefresh(page, devtools);
}

function printFirstLoad(): void {
  const { page, scripts, styles } = firstLoad(fileURLToPath(new URL("../../web/dist", import.meta.url)));
  const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} KB`;
  const parts = `HTML ${kilobytes(page)}, JavaScript ${kilobytes(scripts)}, CSS ${kilobytes(styles)}`;
  console.log(`\nfirst load, gzip: ${kilobytes(page + scripts + styles)} (${parts})`);
}

/** Logs in and waits until something is shown. */
async function logIn(page: Page, devtools: CDPSession, shows: string): Promise<Run> {
  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByLabel("Email Address").fill("admin@groundcrew.example");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  return timed(page, devtools, {
    act: () => page.getByRole("button", { name: "Continue", exact: true }).click(),
    shows,
  });
}

async function measureTyping(page: Page, devtools: CDPSession): Promise<void> {
  const box = page.getByRole("searchbox");
  const texts = ["atlas", "yard", "harbor", "rig", "test", "north", "uni", "spare"];
  await print({ name: "keystroke → its letter", ...CHOICE }, RUNS, async (run) => {
    await box.fill(texts[run]?.slice(0, -1) ?? "");
    await waitUntilIdle(page);
    const letter = texts[run]?.slice(-1) ?? "x";
    const keystroke = await timed(page, devtools, {
      act: () => page.keyboard.press(letter),
      changes: "search input",
      reads: [],
    });
    await page.waitForURL(/stations-q=/);
    await waitUntilIdle(page);
    return keystroke;
  });
  await print({ name: "search → list", ...CHOICE }, RUNS, async (run) => {
    await box.fill(`${texts[run]}, ${run}`);
    return timed(page, devtools, { act: () => page.keyboard.press("Enter"), ...LIST });
  });
  await page.getByRole("button", { name: "Clear search" }).click();
  await waitUntilIdle(page);
}

async function measureSorting(page: Page, devtools: CDPSession): Promise<void> {
  const sorts = ["Swaps", "Serial Number", "Temperature", "Default", "Uptime", "Version", "Description", "Last Error"];
  await print({ name: "sort → list", ...CHOICE }, RUNS, async (run) => {
    await page.getByRole("button", { name: /^Sort:/ }).click();
    const item = page.getByRole("menuitemradio", { name: sorts[run] ?? "", exact: true });
    await item.hover();
    await waitUntilIdle(page);
    return timed(page, devtools, { act: () => press(page), ...LIST });
  });
}

async function measureViews(page: Page, devtools: CDPSession): Promise<void> {
  const choices: [what: string, menu: RegExp | null, names: string[]][] = [
    ["reverse → list", null, ["Reverse order", "Reverse order"]],
    ["group → list, closing its menu", /^Group:/, ["Organization", "Support", "API Version", "None"]],
    ["type → list", null, ["Atlas", "Universal", "Global", "Global"]],
    ["filter → list, its menu stays", /^Filter/, ["Online Only", "Online Only", "Actual Only", "Actual Only"]],
  ];
  for (const [what, menu, names] of choices) {
    await print({ name: what, ...CHOICE }, names.length, async (run) => {
      if (menu && (await page.getByRole("menu").count()) === 0) await page.getByRole("button", { name: menu }).click();
      const name = names[run] ?? "";
      const inMenu = page
        .getByRole("menu")
        .locator(`[role^=menuitem]`)
        .filter({ hasText: new RegExp(`^${name}$`) });
      await (menu ? inMenu : page.getByRole("button", { name, exact: true })).hover();
      await waitUntilIdle(page);
      return timed(page, devtools, { act: () => press(page), ...LIST });
    });
  }
  await page.keyboard.press("Escape");
  await measureReadiness(page, devtools);
}

/** Filters by readiness in the strip over the list. All stations are listed at the end. */
async function measureReadiness(page: Page, devtools: CDPSession): Promise<void> {
  const names = ["Not ready", "Ready", "Limited", "Unknown", "Ready", "All"];
  await print({ name: "readiness → list", ...CHOICE }, names.length, async (run) => {
    const strip = page.getByRole("group", { name: "Readiness" });
    await strip.getByRole("button", { name: new RegExp(`^${names[run]}`) }).hover();
    await waitUntilIdle(page);
    return timed(page, devtools, { act: () => press(page), ...LIST });
  });
}

/** Opens the map in a browser that has shown the list for two seconds, and never the map before. */
async function openMap(browser: Browser, baseURL: string): Promise<Run> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  const data = { email: "admin@groundcrew.example", password: DEMO_PASSWORD };
  await context.request.post("/api/sessions/current", { data });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.goto("/?stations-type=&stations-f-actual=0");
  await page.locator(LOADED).first().waitFor(WAIT);
  await page.getByRole("button", { name: "Map", exact: true }).hover();
  await page.waitForTimeout(2_000);
  await waitUntilIdle(page);
  const shows = '[aria-label="Map of stations"] .leaflet-marker-icon';
  const run = await timed(page, devtools, { act: () => press(page), shows });
  await context.close();
  return run;
}

/** Clicks at the current position of the cursor. */
async function press(page: Page): Promise<void> {
  await page.mouse.down();
  await page.mouse.up();
}

async function measureRefresh(page: Page, devtools: CDPSession): Promise<void> {
  const refresh = async () => {
    // It moves when the figures beside it get wider.
    await page.getByRole("button", { name: "Refresh" }).hover();
    const response = page.waitForResponse(/filter_online_after/);
    await press(page);
    await (await response).finished();
    await waitUntilIdle(page);
  };
  // With live changes there is nothing to refresh.
  await page.evaluate(() => localStorage.setItem("live-off", "1"));
  await page.reload();
  await page.locator(LOADED).first().waitFor(WAIT);
  // This first refresh fetches everything that changed since the page was opened, which is the whole list just after the server
  // started.
  await refresh();
  await printRefresh(page, devtools, { what: "nobody edits anything", changed: 0, refresh });
  await printRefresh(page, devtools, { what: `${CHANGED} edited`, changed: CHANGED, refresh });
  await page.route(/filter_online_after/, keepReadings);
  await printRefresh(page, devtools, { what: "only times and readings", changed: 0, cpuMs: 15, refresh });
}

/** Leaves out what else happens in the simulated fleet: doors, swaps, lost connections. */
async function keepReadings(route: Route): Promise<void> {
  const response = await route.fetch();
  if (response.status() !== 200) return route.fulfill({ response });
  const changes: unknown[] = await response.json();
  const isReadings = (change: unknown) => typeof change === "object" && change !== null && "volatile" in change;
  await route.fulfill({ response, json: changes.filter(isReadings) });
}

type Refresh = { what: string; changed: number; cpuMs?: number; refresh: () => Promise<void> };

/** `changed` stations are edited, besides what the fleet changes. */
async function printRefresh(
  page: Page,
  devtools: CDPSession,
  { what, changed, cpuMs, refresh }: Refresh,
): Promise<void> {
  await print({ name: `refresh, ${what}`, ...(cpuMs !== undefined && { cpuMs }) }, RUNS, async () => {
    if (changed > 0) await child.change(changed);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const before = await threadTime(devtools);
    const startMs = performance.now();
    await refresh();
    const wall = performance.now() - startMs;
    // Includes work that is deferred until the page is idle.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await waitUntilIdle(page);
    return { wall, cpu: (await threadTime(devtools)) - before };
  });
}
