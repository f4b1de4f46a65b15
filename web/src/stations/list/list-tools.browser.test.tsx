import { listReadinessReasons } from "@groundcrew/shared/readiness";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { sampleReadiness, sampleReason } from "../../../../shared/test/sample-readiness.ts";
import { watchDownloads } from "../../../test/downloads.ts";
import { customer, onlineStation, startFakeConsole } from "../../../test/fake-console.ts";
import { Rejection } from "../../../test/fake-server.ts";
import { openConsole } from "../../../test/open-console.tsx";

const SINCE = "2026-05-01T08:00:00.000Z";

const REASONS = [
  sampleReason("no_battery", "block", { args: { charged: 0, next: "none_charging" } }),
  sampleReason("message", "limit", { args: { message: "=1+1" } }),
  sampleReason("latch", "limit"),
  sampleReason("gantry", "limit"),
  sampleReason("drone", "info"),
];

/** A station that is not ready for five reasons, one that is ready, and one in maintenance. */
const STATIONS = () => [
  onlineStation({
    name: "gc-000000000001",
    serial_number: "Atlas 0001",
    readiness: sampleReadiness({
      state: "not_ready",
      reasons: REASONS.slice(0, 3),
      more: 2,
      charged: 0,
      next_charged_at: "2026-05-01T09:15:00.000Z",
    }),
  }),
  onlineStation({ name: "gc-000000000002", serial_number: "Atlas 0002", readiness: sampleReadiness({ charged: 6 }) }),
  onlineStation({
    name: "gc-000000000003",
    serial_number: "Atlas 0003",
    maintenance: { id: 7, why: "New belt", by: null, from: SINCE, until: "2026-05-01T16:00:00.000Z" },
    readiness: sampleReadiness({
      state: "not_ready",
      reasons: [sampleReason("maintenance", "maintenance", { args: { until: SINCE } })],
      charged: null,
    }),
  }),
  onlineStation({ name: "gc-000000000004", serial_number: "Atlas 0004", readiness: null }),
];

/** The readiness in the rows of a file, by the names of its columns. */
function readinessIn(text: string | undefined): string[] {
  const [head = "", ...rows] = (text ?? "").trim().split("\r\n");
  const names = head.split(",");
  const first = names.indexOf("Readiness");
  expect(names.slice(first, first + 5)).toEqual(["Readiness", "Readiness Since", "Reasons", "Charged", "Next Charged"]);
  const cells = rows.map((row) => row.match(/(?:"[^"]*"|[^,"]*)(?:,|$)/g) ?? []);
  return cells.map((row) => row.slice(first, first + 5).join(""));
}

async function save() {
  const files = watchDownloads();
  await page.getByRole("button", { name: "Download CSV" }).click();
  await expect.poll(() => files.map(({ name }) => name)).toEqual([expect.stringMatching(/^STATIONS_\S+\.csv$/)]);
  return files[0]?.text;
}

test("the list is saved as a file in its order, with the readiness of each station and no formula", async () => {
  const server = startFakeConsole({ stations: STATIONS(), user: customer });
  server.on(listReadinessReasons, async () => ({
    status: 200 as const,
    body: { stations: [{ station: "gc-000000000001", reasons: REASONS }] },
  }));
  openConsole("/?stations-sort=serial_number&stations-sort-invert=1");
  const text = await save();
  expect(text?.match(/Atlas 000\d/g)).toEqual(["Atlas 0004", "Atlas 0003", "Atlas 0002", "Atlas 0001"]);
  expect(readinessIn(text)).toEqual([
    ",,,,,",
    expect.stringMatching(/^In maintenance,2026-05-01T08:00:00\.000Z,In maintenance until May 1 \d\d:\d\d,,,$/),
    `Ready,${SINCE},,6,,`,
    `Not ready,${SINCE},"No charged battery, none charging;' =1+1; Latch open; Gantry not home; Drone on the pad",0,2026-05-01T09:15:00.000Z,`,
  ]);
});

test("no file is saved without the reasons that rows leave out, which are requested only where there are any", async () => {
  const server = startFakeConsole({ stations: STATIONS() });
  const sentence = "The reasons can't be read right now.";
  server.on(listReadinessReasons, async () => {
    throw new Rejection(503, sentence);
  });
  const { router } = openConsole("/");
  const files = watchDownloads();
  await page.getByRole("button", { name: "Download CSV" }).click();
  await expect.element(page.getByRole("alert").getByText(sentence)).toBeVisible();
  expect(files).toEqual([]);
  await router.navigate({ to: "/", search: { "stations-ready": "ready" } });
  await expect.poll(() => page.getByRole("listitem").elements().length).toBe(1);
  expect(readinessIn(await save())).toEqual([`Ready,${SINCE},,6,,`]);
});

test("only the stations of the filter are in the file, in the order of their groups", async () => {
  const server = startFakeConsole({ stations: STATIONS() });
  server.on(listReadinessReasons, async () => ({ status: 200 as const, body: { stations: [] } }));
  openConsole("/?stations-group=readiness&stations-ready=not_ready,ready&stations-sort=serial_number");
  const text = await save();
  expect(text?.match(/Atlas 000\d/g)).toEqual(["Atlas 0001", "Atlas 0002"]);
});

test.each([1440, 980, 640, 310])("the button is within a window of %d px", async (width) => {
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(width, 900);
  startFakeConsole({ stations: STATIONS() });
  openConsole("/");
  const button = page.getByRole("button", { name: "Download CSV" });
  await expect.element(button).toBeVisible();
  const { left, right } = button.element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(width);
});
