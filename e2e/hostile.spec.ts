import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "@groundcrew/server";
import type { Db } from "@groundcrew/server/db";
import { DEMO_PASSWORD } from "@groundcrew/server/demo";
import type { Locator, Page } from "@playwright/test";
import { readConfig } from "../server/src/config/index.ts";
import { AREAS, PAGES_MS, stationPages, unknownLinks, watchRequests } from "./every-page.ts";
import { makeHostile, TEXTS } from "../server/test/hostile-texts.ts";
import { ADMIN } from "./station-steps.ts";
import { expect, test as base } from "./test.ts";

/** `missing` are columns without a hostile text. */
type Hostile = { url: string; db: Db; missing: string[] };

/** A server whose texts of people and stations are all hostile. */
const test = base.extend<object, { hostile: Hostile }>({
  hostile: [
    async ({}, use) => {
      const DATA_DIR = join(tmpdir(), `groundcrew-e2e-${randomUUID()}`);
      const ports = { PORT: "0", OPS_PORT: "0", MQTT_PORT: "0", RELAY_PORT: "0" };
      const config = readConfig({ ...ports, DATA_DIR, STATIONS: "12", LOG_LEVEL: "error" });
      const first = await startServer(config, () => {});
      const missing = await makeHostile(first.db);
      await first.stop();
      // The next start reads everything again.
      const server = await startServer(config, () => {});
      await use({ url: server.url, db: server.db, missing });
      await server.stop();
      await rm(DATA_DIR, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 240_000 },
  ],
  baseURL: async ({ hostile }, use) => use(hostile.url),
});

/** Protocols of links and sources that run no script. */
const SAFE_PROTOCOLS = ["http:", "https:", "mailto:", "blob:", "data:"];
/** The stations are not connected. */
const OFFLINE = /^POST \/api\/stations\/.*\/streams returned 503$/;
/** What the texts would load. */
const LOADED = /^\/x$|hostile/;
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

test("hostile texts of stations and people are displayed as text: no page runs a script, has an unsafe link or loads anything for them, and no CSV file has a formula", async ({
  hostile,
  page,
  problems,
}) => {
  test.setTimeout(PAGES_MS);
  problems.allow(OFFLINE);
  expect(hostile.missing).toEqual([]);
  const requests = await openHostile(page);
  const idle = watchRequests(page);
  const station = await firstStation(hostile.db);
  const paths = await pagesOf(hostile.db, station);
  const notSeen: string[] = [];
  const withFiles: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("main")).toBeVisible();
    await idle();
    expect(await unsafeParts(page), path).toEqual([]);
    expect(await unknownLinks(page, paths), `links of ${path} to pages that are not visited`).toEqual([]);
    if (!(await showsHostile(page))) notSeen.push(path);
    if (await hasSafeFiles(page.locator("body"), path)) withFiles.push(path);
  }
  for (const { path, opener, count } of detailsOf(station)) {
    await page.goto(path);
    const openers = page.getByRole("button", { name: opener });
    for (let nth = 0; nth < count; nth += 1) {
      await openers.nth(nth).click();
      await idle();
      expect(await unsafeParts(page), path).toEqual([]);
    }
    if (await hasSafeFiles(page.getByRole("dialog"), path)) withFiles.push(path);
  }
  expect(notSeen).toEqual([]);
  expect(withFiles).toEqual(pagesWithFiles(station));
  // The pages' own searches may contain a text.
  expect(requests.filter((url) => LOADED.test(new URL(url).pathname))).toEqual([]);
});

/** Whether a part of a page offers CSV files; they must have no formula. */
async function hasSafeFiles(part: Locator, path: string): Promise<boolean> {
  const named = { name: /csv/i };
  let hasFiles = false;
  for (const control of await part.getByRole("button", named).or(part.getByRole("link", named)).all()) {
    if (!(await control.isVisible()) || !(await control.isEnabled())) continue;
    const download = part.page().waitForEvent("download");
    await control.click();
    const file = await readFile(await (await download).path(), "utf8");
    expect(file).toContain("hostile");
    expect(formulasIn(file), path).toEqual([]);
    hasFiles = true;
  }
  return hasFiles;
}

/** In the order in which they are visited. */
function pagesWithFiles(station: string): string[] {
  return [
    "/attention/deliveries",
    "/ssot/",
    "/ssot/hw-variation",
    "/ssot/replaceables",
    "/ssot/swaps",
    "/manage/audit",
    "/supportlog/triage/groups",
    `/stations/${station}/ssot`,
    "/supportlog/triage/groups?tg-tab=archived",
    `/stations/${station}`,
  ];
}

function formulasIn(file: string): string[] {
  return cellsOf(file).filter((cell) => FORMULA_START.test(cell) && !PLAIN_NUMBER.test(cell));
}

/** Logs in on a page that notes when a hostile script runs; returns the addresses that the page requests. */
async function openHostile(page: Page): Promise<string[]> {
  const requests: string[] = [];
  page.on("request", (request) => void requests.push(request.url()));
  page.on("dialog", (dialog) => void dialog.dismiss());
  await page.addInitScript(() => {
    Object.assign(globalThis, { hostile: () => document.documentElement.setAttribute("data-hostile", "ran") });
  });
  await page.request.post("/api/sessions/current", { data: { email: ADMIN, password: DEMO_PASSWORD } });
  return requests;
}

async function firstStation(db: Db): Promise<string> {
  const station = db.selectFrom("stations").select("name").orderBy("name").limit(1);
  return (await station.executeTakeFirstOrThrow()).name;
}

async function pagesOf(db: Db, station: string): Promise<string[]> {
  const alerts = await db.selectFrom("alerts").select("id").where("kind", "=", "external").orderBy("id").execute();
  return [
    ...AREAS,
    ...stationPages(station),
    ...alerts.flatMap(({ id }) => [`/attention/${id}`, `/attention/${id}?acknowledge`]),
    "/attention?at-section=ended",
    "/groups/1?tab=errors",
    "/groups/1?tab=supportlog",
    "/supportlog/triage/groups?tg-tab=archived",
  ];
}

/** Buttons that show what the page itself does not: `count` of them are pressed. */
function detailsOf(station: string): { path: string; opener: RegExp; count: number }[] {
  return [
    { path: "/?stations-type=&stations-f-actual=0", opener: /^Details of/, count: 3 },
    { path: "/manage/audit?au-q=hostile", opener: /^Show what changed/, count: TEXTS.length },
    { path: "/attention/deliveries", opener: /^Show the message/, count: 1 },
    { path: `/stations/${station}`, opener: /error log$/, count: 1 },
  ];
}

/** Elements that a hostile text has made, and links and sources of protocols that may run a script. */
function unsafeParts(page: Page): Promise<string[]> {
  return page.evaluate((safe) => {
    const made = [...document.querySelectorAll("[data-hostile]")].map((element) => element.outerHTML);
    const addresses = [...document.querySelectorAll("[href], [src], [action], [formaction]")].flatMap((element) =>
      ["href", "src", "action", "formaction"].flatMap((name) => element.getAttribute(name) ?? []),
    );
    return [...made, ...addresses.filter((address) => !safe.includes(new URL(address, location.href).protocol))];
  }, SAFE_PROTOCOLS);
}

function showsHostile(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const values = [...document.querySelectorAll("input, textarea")].map((field) =>
      "value" in field ? field.value : "",
    );
    return [document.body.innerText, ...values].some((text) => String(text).includes("hostile"));
  });
}

/** The cells of a CSV file (RFC 4180). */
function cellsOf(file: string): string[] {
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n)/y;
  const text = file.replace(/^\uFEFF/, "");
  const cells: string[] = [];
  for (let match = field.exec(text); match; match = field.exec(text)) {
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
  }
  return cells;
}
