import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "@groundcrew/server";
import type { Db } from "@groundcrew/server/db";
import { DEMO_PASSWORD } from "@groundcrew/server/demo";
import type { Page } from "@playwright/test";
import { readConfig } from "../server/src/config/index.ts";
import { AREAS, stationPages, watchRequests } from "./every-page.ts";
import { makeHostile } from "../server/test/hostile-texts.ts";
import { ADMIN } from "./station-steps.ts";
import { expect, test as base } from "./test.ts";

type Hostile = { url: string; db: Db; columns: string[] };

/** A server whose texts of people and stations are all hostile. */
const test = base.extend<object, { hostile: Hostile }>({
  hostile: [
    async ({}, use) => {
      const DATA_DIR = join(tmpdir(), `groundcrew-e2e-${randomUUID()}`);
      const ports = { PORT: "0", OPS_PORT: "0", MQTT_PORT: "0", RELAY_PORT: "0" };
      const config = readConfig({ ...ports, DATA_DIR, STATIONS: "12", LOG_LEVEL: "error" });
      const first = await startServer(config, () => {});
      const columns = await makeHostile(first.db);
      await first.stop();
      // The next start reads everything again.
      const server = await startServer(config, () => {});
      await use({ url: server.url, db: server.db, columns });
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
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

test("hostile texts of stations and people are displayed as text: no page runs a script, has an unsafe link or loads anything for them, and no CSV file has a formula", async ({
  hostile,
  page,
  problems,
}) => {
  problems.allow(OFFLINE);
  expect(hostile.columns.length).toBeGreaterThan(30);
  const requests = await openHostile(page);
  const idle = watchRequests(page);
  const seen: string[] = [];
  let files = 0;
  for (const path of await pagesOf(hostile.db)) {
    await page.goto(path);
    await idle();
    await expect(page.getByRole("main")).toBeVisible();
    expect(await unsafeParts(page), path).toEqual([]);
    if (await showsHostile(page)) seen.push(path);
    for (const file of await csvFilesOf(page)) {
      files += 1;
      expect(formulasIn(file), path).toEqual([]);
    }
  }
  // The details of a row contain what the list itself does not.
  await page.goto("/?stations-type=&stations-f-actual=0");
  const rows = page.getByRole("button", { name: /^Details of/ });
  for (let nth = 0; nth < 3; nth += 1) {
    await rows.nth(nth).click();
    await idle();
    expect(await unsafeParts(page)).toEqual([]);
  }
  expect(seen.length).toBeGreaterThan(15);
  expect(files).toBeGreaterThanOrEqual(3);
  expect(requests.filter((url) => url.includes("hostile"))).toEqual([]);
});

/** The contents of every CSV file that a page offers. */
async function csvFilesOf(page: Page): Promise<string[]> {
  const files: string[] = [];
  const named = { name: /csv/i };
  for (const control of await page.getByRole("button", named).or(page.getByRole("link", named)).all()) {
    if (!(await control.isVisible()) || !(await control.isEnabled())) continue;
    const download = page.waitForEvent("download");
    await control.click();
    files.push(await readFile(await (await download).path(), "utf8"));
  }
  return files;
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

async function pagesOf(db: Db): Promise<string[]> {
  const stations = await db.selectFrom("stations").select("name").orderBy("name").limit(1).execute();
  const groups = await db.selectFrom("error_groups").select("id").orderBy("id").limit(1).execute();
  return [
    ...AREAS,
    ...stations.flatMap(({ name }) => stationPages(name)),
    ...groups.map(({ id }) => `/groups/${id}`),
    "/attention/history",
    "/attention/deliveries",
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
