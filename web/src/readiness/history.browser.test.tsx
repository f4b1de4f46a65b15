import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { downloadReadinessHistory, NO_SECONDS, type HistoryEntry } from "@groundcrew/shared/readiness";
import type { Station } from "@groundcrew/shared/stations";
import { describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleReadiness, sampleReason } from "../../../shared/test/sample-readiness.ts";
import { watchDownloads } from "../../test/downloads.ts";
import { onlineStation, startFakeConsole } from "../../test/fake-console.ts";
import { serveReadiness } from "../../test/fake-readiness.ts";
import { csvBody } from "../../test/fake-server.ts";
import { STATION_PATH } from "../../test/fake-station-page.ts";
import { dialog } from "../../test/find.ts";
import { openConsole } from "../../test/open-console.tsx";

const now = Date.now();
const iso = (time: number) => new Date(time).toISOString();
const dayBefore = (days: number) => iso(now - days * DAY_MS).slice(0, 10);

const card = page.getByRole("region", { name: "Readiness" });
const month = card.getByRole("region", { name: "Last 30 days" });
const rows = dialog().getByRole("row");

type Part = Pick<HistoryEntry, "kind" | "reasons"> & { ms: number };

/** Stretches of time that follow each other until now, the newest first. */
function entriesUntil(now: number, parts: readonly Part[]) {
  let end: number | null = null;
  return parts.map(({ ms, ...part }): HistoryEntry => {
    const from: number = (end ?? now) - ms;
    const entry = { ...part, from: iso(from), until: end === null ? null : iso(end) };
    end = from;
    return entry;
  });
}

const PARTS: Part[] = [
  { ms: 22 * MINUTE_MS, kind: "not_ready", reasons: [sampleReason("no_battery", "block", { args: { charged: 0 } })] },
  { ms: 55 * MINUTE_MS, kind: "ready", reasons: [] },
  { ms: 9 * MINUTE_MS, kind: "unknown", reasons: [sampleReason("offline", "unknown")] },
  { ms: 6 * HOUR_MS, kind: "not_recorded", reasons: [] },
  { ms: 92 * MINUTE_MS, kind: "maintenance", reasons: [sampleReason("maintenance", "maintenance")] },
  {
    ms: 34 * MINUTE_MS,
    kind: "not_ready",
    reasons: [
      sampleReason("swaps_failed", "block", { args: { failed: 2, group: "<b>Left gripper</b>", group_id: 3 } }),
    ],
  },
];

const DAYS = [
  { ...NO_SECONDS, day: dayBefore(2), causes: [], ready_s: 43_200, maintenance_s: 43_200 },
  // The station was moved on this day.
  { ...NO_SECONDS, day: dayBefore(1), causes: [], ready_s: 21_600 },
  {
    ...NO_SECONDS,
    day: dayBefore(1),
    causes: [],
    not_ready_s: 21_600,
    outages: 1,
    outage_s: 21_600,
    longest_s: 21_600,
  },
];

type Options = {
  entries?: HistoryEntry[];
  query?: string;
  swaps?: { succeeded: number; with_errors: number; failed: number };
  place?: Partial<Station>;
};

const NOWHERE = { location: null, last_telemetry_data: null };

function open({
  entries = entriesUntil(Date.now(), PARTS),
  query = "",
  swaps = { succeeded: 7, with_errors: 0, failed: 1 },
  place = NOWHERE,
}: Options = {}) {
  const server = startFakeConsole({ stations: [onlineStation({ readiness: sampleReadiness(), ...place })] });
  const { ranges } = serveReadiness(server, { entries, days: DAYS, swaps });
  const { router } = openConsole(`${STATION_PATH}${query}`);
  return { server, ranges, search: () => router.state.location.searchStr };
}

describe("the last 30 days of a station", () => {
  test("have a bar each, also without a record, and come to an availability and a rate", async () => {
    open();
    const bars = month.getByRole("listitem").filter({ hasText: ":" });
    await expect.poll(() => bars.length).toBe(30);
    await expect.element(bars.nth(27)).toMatchTextContent(/: Ready 50\.0%, Maintenance 50\.0%$/);
    await expect.element(bars.nth(28)).toMatchTextContent(/: Ready 50\.0%, Not ready 50\.0%$/);
    await expect.element(bars.nth(29)).toMatchTextContent(/: Not recorded 100\.0%$/);
    await expect.element(month.getByRole("definition").nth(0)).toHaveTextContent("75.00%");
    await expect.element(month.getByText("1 outage, longest 6 h")).toBeVisible();
    await expect.element(month.getByText("7 of 8 succeeded")).toBeVisible();
    await expect.element(card.getByText(/^Evaluated \d+ s ago$/)).toBeVisible();
  });

  test("have a rate with its range from 20 attempts on", async () => {
    open({ swaps: { succeeded: 97, with_errors: 1, failed: 2 } });
    await expect.element(month.getByText("98.0%", { exact: true })).toBeVisible();
    await expect.element(month.getByText(/^likely 93\.\d to 99\.\d%$/)).toBeVisible();
  });
});

describe("the history of a station's readiness", () => {
  test("is a dialog in the address: states with their first reasons and how long they took, newest first", async () => {
    const { search } = open();
    await card.getByRole("button", { name: "History" }).click();
    await expect.poll(search).toBe("?readiness=history");
    await expect.poll(() => rows.length).toBe(7);
    await expect
      .element(rows.nth(1))
      .toMatchTextContent(/^\w{3} \d+ \d\d:\d\dnowNot readyNo charged battery22 min so far$/);
    await expect.element(rows.nth(2)).toMatchTextContent(/Ready–55 min$/);
    await expect.element(rows.nth(3)).toMatchTextContent(/UnknownOffline9 min$/);
    await expect.element(rows.nth(4)).toMatchTextContent(/Not recordedThe server did not run6 h$/);
    await expect.element(rows.nth(5)).toMatchTextContent(/MaintenanceIn maintenance1 h 32 min$/);
    await expect.element(rows.nth(6)).toMatchTextContent(/2 swaps failed in a row: <b>Left gripper<\/b>34 min$/);
    await expect.element(dialog().getByText(/^Times are yours, UTC/)).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.poll(search).toBe("");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });

  test("has the times of the station's zone, where its location is known", async () => {
    open({ query: "?readiness=history", place: { location: { lat: 40.71, lng: -74, street_address: null } } });
    await expect.element(dialog().getByText(/^Times are of the station, UTC−[45]\.$/)).toBeVisible();
    const hour = new Date(Date.now() - 22 * MINUTE_MS).toLocaleString("sv-SE", {
      hour: "2-digit",
      timeZone: "America/New_York",
    });
    await expect.element(rows.nth(1)).toMatchTextContent(new RegExp(`^\\w{3} \\d+ ${hour}:`));
  });

  test("is that of 7 days at first, and of another range when it is chosen", async () => {
    const { ranges } = open({ query: "?readiness=history" });
    await expect.poll(() => rows.length).toBe(7);
    const lengths = () => ranges.map(({ from }) => Math.round((Date.now() - Date.parse(from)) / DAY_MS));
    expect(lengths()).toContain(7);
    for (const [name, days] of [
      ["24 h", 1],
      ["90 d", 90],
    ] as const) {
      await dialog().getByRole("button", { name }).click();
      await expect.poll(lengths).toContain(days);
    }
  });

  test("has 50 changes at a time", async () => {
    const parts = Array.from({ length: 70 }, (_, nth) => ({
      ms: MINUTE_MS,
      kind: nth % 2 ? ("ready" as const) : ("limited" as const),
      reasons: [],
    }));
    const { ranges } = open({ entries: entriesUntil(now, parts), query: "?readiness=history" });
    await expect.poll(() => rows.length).toBe(51);
    await dialog().getByRole("button", { name: "Show More" }).click();
    await expect.poll(() => rows.length).toBe(71);
    expect(ranges.at(-1)?.to).toBe(iso(now - 50 * MINUTE_MS));
    await expect.element(dialog().getByRole("button", { name: "Show More" })).not.toBeInTheDocument();
  });

  test("is saved as a file of the chosen range", async () => {
    const files = watchDownloads();
    const { server } = open({ query: "?readiness=history" });
    const lengths: number[] = [];
    server.on(downloadReadinessHistory, async ({ query: { from, to } }) => {
      lengths.push(Date.parse(to) - Date.parse(from));
      return { status: 200 as const, body: csvBody("From") };
    });
    await dialog().getByRole("button", { name: "30 d" }).click();
    await dialog().getByRole("button", { name: "Download CSV" }).click();
    await expect.poll(() => files.map(({ name }) => name)).toEqual([expect.stringMatching(/^READINESS_gc-.*\.csv$/)]);
    expect(lengths).toEqual([30 * DAY_MS]);
  });

  test.each([
    ["before the first change of a station was not recorded yet", [], /Not recorded yet3 h$/],
    ["after an earlier state is a gap", [{ ms: DAY_MS, kind: "ready", reasons: [] }], /The server did not run3 h$/],
  ] satisfies [string, Part[], RegExp][])("time %s", async (_, earlier, reason) => {
    const parts: Part[] = [
      { ms: 20 * HOUR_MS, kind: "ready", reasons: [] },
      { ms: 3 * HOUR_MS, kind: "not_recorded", reasons: [] },
      ...earlier,
    ];
    open({ entries: entriesUntil(Date.now(), parts), query: "?readiness=history" });
    await dialog().getByRole("button", { name: "24 h" }).click();
    await expect.poll(() => rows.length).toBe(3);
    await expect.element(rows.nth(2)).toMatchTextContent(reason);
  });

  test("without a record says so", async () => {
    open({ entries: [], query: "?readiness=history" });
    await expect.element(dialog().getByText("Nothing was recorded in this range")).toBeVisible();
  });

  test.each([1440, 640, 310])("is not wider than a window of %d px", async (width) => {
    onTestFinished(() => page.viewport(1440, 900));
    await page.viewport(width, 900);
    open({ query: "?readiness=history" });
    await expect.poll(() => rows.length).toBe(7);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    for (const part of dialog().getByRole("group", { name: "Readiness" }).elements()) {
      expect(part.scrollWidth).toBeLessThanOrEqual(part.clientWidth);
    }
  });
});
