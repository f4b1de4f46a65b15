import type { Page } from "@playwright/test";
import { percentile } from "../../server/test/percentile.ts";
import { logIn } from "../console.ts";
import { openMeasuredStation } from "../live/measured-station.ts";
import { goal } from "../measure.ts";
import { measureOnPage } from "./measure-on-page.ts";
import { NOTHING, recordRow, takeRecords, type Field } from "./painted-row.ts";
import { threadTime } from "./timing.ts";

/*
 * How long it takes until a browser that watches the list of stations has painted what happens at a station and what another person
 * changes, and how much of its main thread watching costs. Times are from sending a message, or a request, until the frame that
 * shows its effect, by the clock of the machine on which all of this runs.
 *
 * node bench/browser/live.ts [--stations 10000] [--quiet]
 */
const STATION = "gc-be0000000001";
const ROUNDS = 60;
/** Long enough that one change does not delay the next, and not a divisor of any interval. */
const PAUSE_MS = 730;
const SETTLE_MS = 15_000;
const WATCH_S = 60;
const LONGEST_MS = 10_000;
/** Goals: the share of the main thread (%), and for each kind of change the longest time (ms) of a share of them. */
const MOST_SHARE = 5;
const STATION_GOALS = { median: [0.5, 100], p99: [0.99, 300] } as const;
const PERSON_GOALS = { p95: [0.95, 100] } as const;

await measureOnPage(10_000, async ({ page, devtools, child }) => {
  await child.addStation(STATION);
  const station = await openMeasuredStation(child.brokerUrl, STATION);
  const describe = await describing(child.url);
  // Among the first of those with a description.
  await describe("!0");
  await page.goto("/?stations-type=&stations-f-actual=0&stations-sort=description");
  await rowOf(page)
    .getByRole("button", { name: /^Details of/ })
    .click();
  await page.getByText("Live", { exact: true }).waitFor();
  await page.mouse.move(1_000, 20);
  await page.waitForTimeout(SETTLE_MS);

  const before = await threadTime(devtools);
  await page.waitForTimeout(WATCH_S * 1_000);
  const share = ((await threadTime(devtools)) - before) / (WATCH_S * 10);
  const reached = goal(`${MOST_SHARE} %`, share <= MOST_SHARE);
  console.log(`\nMain thread while watching for ${WATCH_S} s: ${share.toFixed(1)} % (${reached})`);

  await recordRow(page, STATION);
  await page.waitForTimeout(PAUSE_MS);
  console.log("\n| what | median | p95 | p99 | longest | goals |\n|---|---|---|---|---|---|");
  const toggle = (nth: number) => (nth % 2 === 0 ? station.disconnect() : station.connect());
  const failOrSwap = (nth: number) => (nth % 2 === 0 ? station.sendError() : station.sendSwap());
  const changes: Measured[] = [
    { what: "station's error", field: "errors", goals: STATION_GOALS, act: () => station.sendError() },
    { what: "battery swap", field: "swaps", goals: STATION_GOALS, act: () => station.sendSwap() },
    { what: "readiness, by a failed swap and the next one", field: "readiness", goals: STATION_GOALS, act: failOrSwap },
    { what: "connection lost, back", field: "status", goals: STATION_GOALS, act: toggle },
    { what: "person's change", field: "description", goals: PERSON_GOALS, act: (nth) => describe(`!${nth + 1}`) },
  ];
  for (const change of changes) {
    await station.sendSnapshot();
    await print(page, change);
  }
  await station.close();
});

type Measured = {
  what: string;
  /** What of the row changes. */
  field: Field;
  goals: Readonly<Record<string, readonly [share: number, ms: number]>>;
  /** Changes it; resolves with the time (ms) at which that began. */
  act: (nth: number) => Promise<number>;
};

async function print(page: Page, { what, field, goals, act }: Measured): Promise<void> {
  const times: number[] = [];
  let [shown = NOTHING] = (await takeRecords(page)).toReversed();
  for (let nth = 0; nth < ROUNDS; nth += 1) {
    const before = shown[field];
    const startedAt = await act(nth);
    const deadline = startedAt + LONGEST_MS;
    while (shown[field] === before) {
      if (Date.now() > deadline) throw new Error(`The page did not show: ${what}.`);
      await page.waitForTimeout(20);
      shown = (await takeRecords(page)).find((row) => row[field] !== before) ?? shown;
    }
    times.push(shown.at - startedAt);
    await page.waitForTimeout(PAUSE_MS);
    shown = (await takeRecords(page)).at(-1) ?? shown;
  }
  const figures = [0.5, 0.95, 0.99, 1].map((share) => `${Math.round(percentile(times, share))} ms`);
  const reached = Object.entries(goals).map(([name, [share, most]]) =>
    goal(`${name} ${most} ms`, percentile(times, share) <= most),
  );
  console.log(`| ${[what, ...figures, reached.join("; ")].join(" | ")} |`);
}

/** Describes the station as another admin does; resolves with the time (ms) at which that began. */
async function describing(url: string) {
  const cookie = await logIn(url);
  return async (description: string): Promise<number> => {
    const at = Date.now();
    const response = await fetch(`${url}/api/stations/${STATION}`, {
      method: "PATCH",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify({ description }),
    });
    if (!response.ok) throw new Error(`The change was refused with ${response.status}.`);
    return at;
  };
}

function rowOf(page: Page) {
  return page.getByRole("list", { name: "Stations" }).getByRole("listitem").filter({ hasText: STATION });
}
