import type { CDPSession, Page } from "@playwright/test";
import type { System } from "../system.ts";
import { measureOnPage } from "./measure-on-page.ts";
import { COLUMNS, print, waitUntilIdle, threadTime, timed, type Run } from "./timing.ts";

/*
 * Triage of a station with thousands of unresolved errors, in the queue of a whole fleet. Times are from the click until its
 * effect is painted; a resolve ends when every counter on the screen has changed. The lower bounds are measured in the same run:
 * a click on a checkbox of an empty page, and the database resolving the same number of errors in one statement.
 *
 * node bench/browser/triage.ts [--stations 10000] [--quiet]
 */
const ERRORS = 9_000;
const BATCH = 1_000;
const RUNS = 8;
const ERROR_ROWS = '[role=table][aria-label="Errors that need triage"] [role=rowgroup]:last-child > div';

await measureOnPage(10_000, async ({ page, devtools, child }) => {
  const name = await openStation(page, child);
  console.log(`\n| ${ERRORS} errors of one station | ${COLUMNS}`);
  await measureSelection(page, devtools);
  await measureResolve(page, devtools);
  await measureCall(page, name);
  console.log(`\n| limit | ${COLUMNS}`);
  await child.logErrors(name, ERRORS);
  await print(`the database resolves ${BATCH} by one statement`, 4, async () => ({
    wall: await child.resolve(name, BATCH),
    cpu: 0,
  }));
  await measureEmptyPage(page, devtools);
});

/** Opens the queue and the errors of its first station, to which it adds errors; returns the station's name. */
async function openStation(page: Page, system: System): Promise<string> {
  await page.goto("/supportlog/triage");
  const region = page.getByRole("region", { name: /^Errors of/ }).first();
  await region.waitFor();
  const title = (await region.getAttribute("aria-label"))?.replace("Errors of ", "") ?? "";
  const stations: { name: string; serial_number: string }[] = await (await page.request.get("/api/stations")).json();
  const name = stations.find((station) => station.serial_number === title)?.name ?? title;
  await system.logErrors(name, ERRORS);
  await page.reload();
  await region.getByRole("button", { name: /^Show/ }).click();
  await region.getByRole("button", { name: "Page 67", exact: true }).waitFor();
  return name;
}

async function measureSelection(page: Page, devtools: CDPSession): Promise<void> {
  const rows = page.locator(ERROR_ROWS);
  await print("click on a row → selected", RUNS, async (run) => {
    await waitUntilIdle(page);
    return timed(page, devtools, {
      act: () => rows.nth(run).click(),
      shows: `${ERROR_ROWS}:nth-child(${run + 1}) input:checked`,
    });
  });
  await page.getByRole("button", { name: "Clear" }).click();
  await print("shift-click on the last page → 1,000 selected", 4, async () => {
    await page.getByRole("button", { name: "Page 1", exact: true }).click();
    await rows.first().click();
    await page.getByRole("button", { name: "Page 67", exact: true }).click();
    await waitUntilIdle(page);
    const run = await timed(page, devtools, {
      act: () => rows.last().click({ modifiers: ["Shift"] }),
      shows: `${ERROR_ROWS}:last-child input:checked`,
    });
    await page.getByRole("button", { name: "Clear" }).click();
    return run;
  });
}

async function measureResolve(page: Page, devtools: CDPSession): Promise<void> {
  const rows = page.locator(ERROR_ROWS);
  await print({ name: `resolve ${BATCH} → every counter shows it`, wallMs: 250 }, 4, async () => {
    await page.getByRole("button", { name: "Page 1", exact: true }).click();
    await rows.first().click();
    await page.getByRole("button", { name: "Page 67", exact: true }).click();
    await rows.last().click({ modifiers: ["Shift"] });
    await page.getByRole("button", { name: "Resolve Selected" }).first().click();
    await page.getByRole("textbox", { name: "Solution" }).fill("Gripper replaced");
    await waitUntilIdle(page);
    return measureUntilCounted(page, devtools);
  });
}

/** Measures the time from the click on Resolve until the counts in the navigation and the queue have gone down by the batch. */
async function measureUntilCounted(page: Page, devtools: CDPSession): Promise<Run> {
  const before = await threadTime(devtools);
  const counted = page.evaluate((batch) => {
    const numberIn = (selector: string) =>
      Number(document.querySelector(selector)?.textContent?.replaceAll(",", "").match(/\d+/)?.[0]);
    const counts = () => [numberIn('nav[aria-label="Support log"] a[href*="triage"]'), numberIn("main output")];
    const wanted = counts().map((count) => count - batch);
    return new Promise<number>((resolve) => {
      let startMs = 0;
      addEventListener("pointerdown", (event) => (startMs ||= event.timeStamp), { capture: true, once: true });
      const check = () => {
        // Stations may have logged some errors meanwhile.
        const areUpdated = counts().every((count, index) => count - (wanted[index] ?? 0) < batch / 10);
        if (!areUpdated || startMs === 0) return requestAnimationFrame(check);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - startMs);
        return port2.postMessage(null);
      };
      check();
    });
  }, BATCH);
  await page.getByRole("dialog").getByRole("button", { name: "Resolve", exact: true }).click();
  const wall = await counted;
  await page.getByText("0 selected").first().waitFor();
  return { wall, cpu: (await threadTime(devtools)) - before };
}

/** Measures the server's part of a resolve: from the request to the last byte of the response. */
async function measureCall(page: Page, name: string): Promise<void> {
  const address = `/api/stations/${name}/errors`;
  await print(`the call that resolves ${BATCH}, without the page`, 4, async () => {
    const errors: { id: number }[] = await (
      await page.request.get(`${address}?filter_resolved=false&limit=${BATCH}`)
    ).json();
    const data = errors.map(({ id }) => ({ id, solution: "Gripper replaced" }));
    const startMs = performance.now();
    await (await page.request.patch(address, { data })).body();
    return { wall: performance.now() - startMs, cpu: 0 };
  });
}

async function measureEmptyPage(page: Page, devtools: CDPSession): Promise<void> {
  await page.goto("about:blank");
  await page.setContent('<table><tbody><tr><td><input type=checkbox onclick="this.dataset.at = Date.now()"></table>');
  await print("click on a checkbox of an empty page → checked", RUNS, () =>
    timed(page, devtools, { act: () => page.getByRole("checkbox").click(), changes: "input", reads: [] }),
  );
}
