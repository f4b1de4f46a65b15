import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "@groundcrew/server";
import { DEMO_PASSWORD } from "@groundcrew/server/demo";
import { expect, type Locator, type Page } from "@playwright/test";
import { readConfig } from "../server/src/platform/config/index.ts";
import { externalAlerts } from "../server/test/hostile-rows.ts";
import { makeHostile } from "../server/test/hostile-texts.ts";

/** A server without a fleet, whose texts of people and stations are all hostile. */
export async function startHostileSystem() {
  const DATA_DIR = join(tmpdir(), `groundcrew-e2e-${randomUUID()}`);
  const ports = { PORT: "0", OPS_PORT: "0", MQTT_PORT: "0", RELAY_PORT: "0" };
  const config = readConfig({ ...ports, DATA_DIR, STATIONS: "12", LOG_LEVEL: "error" });
  const first = await startServer(config, () => {});
  const missing = await makeHostile(first.db);
  await first.stop();
  expect(missing, "columns without a hostile text").toEqual([]);
  // The next start reads everything again.
  const server = await startServer(config, () => {});
  const { db } = server;
  const station = db.selectFrom("stations").select("name").orderBy("name").limit(1);
  return {
    url: server.url,
    password: DEMO_PASSWORD,
    /** The station whose pages are visited. */
    station: (await station.executeTakeFirstOrThrow()).name,
    /** Alerts that were received from Alertmanager. */
    alerts: await externalAlerts(db),
    async stop() {
      await server.stop();
      await rm(DATA_DIR, { recursive: true, force: true });
    },
  };
}

/** Notes from now on when a page runs a hostile script, and returns the addresses that it requests. */
export async function watchHostile(page: Page): Promise<string[]> {
  const requests: string[] = [];
  page.on("request", (request) => void requests.push(request.url()));
  page.on("dialog", (dialog) => void dialog.dismiss());
  await page.addInitScript(() => {
    Object.assign(globalThis, { hostile: () => document.documentElement.setAttribute("data-hostile", "ran") });
  });
  return requests;
}

/** What the texts would load. The pages' own searches may contain a text. */
export function loadedFor(requests: readonly string[]): string[] {
  return requests.filter((url) => /^\/x$|hostile/.test(new URL(url).pathname));
}

/** Protocols of links and sources that run no script. */
const SAFE_PROTOCOLS = ["http:", "https:", "mailto:", "blob:", "data:"];

/** Elements that a hostile text has made, and links and sources of protocols that may run a script. */
export function unsafeParts(page: Page): Promise<string[]> {
  return page.evaluate((safe) => {
    const made = [...document.querySelectorAll("[data-hostile]")].map((element) => element.outerHTML);
    const addresses = [...document.querySelectorAll("[href], [src], [action], [formaction]")].flatMap((element) =>
      ["href", "src", "action", "formaction"].flatMap((name) => element.getAttribute(name) ?? []),
    );
    return [...made, ...addresses.filter((address) => !safe.includes(new URL(address, location.href).protocol))];
  }, SAFE_PROTOCOLS);
}

/** Whether a page displays a hostile text, also in a field. */
export function showsHostile(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const values = [...document.querySelectorAll("input, textarea")].map((field) =>
      "value" in field ? field.value : "",
    );
    return [document.body.innerText, ...values].some((text) => String(text).includes("hostile"));
  });
}

const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** Whether a part of a page offers CSV files; they must have no formula. */
export async function hasSafeFiles(part: Locator): Promise<boolean> {
  const named = { name: /^(?!Import ).*CSV$/ };
  let hasFiles = false;
  for (const control of await part.getByRole("button", named).or(part.getByRole("link", named)).all()) {
    if (!(await control.isVisible()) || !(await control.isEnabled())) continue;
    const download = part.page().waitForEvent("download");
    await control.click();
    const file = await readFile(await (await download).path(), "utf8");
    expect(file).toContain("hostile");
    expect(formulasIn(file)).toEqual([]);
    hasFiles = true;
  }
  return hasFiles;
}

/** The cells of a CSV file that a spreadsheet would compute. */
function formulasIn(file: string): string[] {
  return cellsOf(file).filter((cell) => FORMULA_START.test(cell) && !PLAIN_NUMBER.test(cell));
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
