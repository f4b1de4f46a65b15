import { defaultBrand } from "@groundcrew/shared/brand";
import { triageCount } from "@groundcrew/shared/station-errors";
import { expect, test } from "vitest";
import { sampleStation } from "../../../shared/test/sample-station.ts";
import { queueView, type QueueView } from "./view.ts";
import { triageQueue } from "./queue.ts";

const withErrors = (
  serial_number: string,
  errors_unresolved: number,
  { error_latest = null, ...overrides }: Parameters<typeof sampleStation>[0] & { error_latest?: string | null } = {},
) =>
  sampleStation({
    name: serial_number,
    serial_number,
    support_metrics: { errors_unresolved, error_latest },
    ...overrides,
  });

const fleet = [
  withErrors("Atlas 10", 600, { error_latest: "2026-05-01T00:00:00.000Z" }),
  withErrors("Atlas 9", 399, { error_latest: "2026-05-03T00:00:00.000Z" }),
  withErrors("Atlas 1", 0),
  withErrors("Atlas 2", 1, { organization_name: "Groundcrew Lab", error_latest: "2026-05-02T00:00:00.000Z" }),
  withErrors("Atlas 3", 7, { actual: false }),
];
const queue = (view: Partial<QueueView> = {}) => triageQueue(fleet, { ...queueView.read({}), ...view }, defaultBrand);
const serials = (view: Partial<QueueView>) => queue(view).stations.map((station) => station.serial_number);

test("the queue has the stations that its count in the navigation includes, by serial number", () => {
  const { stations, count, isTooMany } = queue();
  expect(stations.map((station) => station.serial_number)).toEqual(["Atlas 9", "Atlas 10"]);
  expect(count).toBe(triageCount(fleet, defaultBrand));
  expect(isTooMany).toBe(false);
});

test("the queue says how many of its stations are in maintenance", () => {
  const period = { from: "2026-06-01T11:00:00.000Z", until: "2026-06-01T13:00:00.000Z" };
  const maintained = withErrors("Atlas 4", 3, { maintenance: { id: 7, why: "New belt", by: null, ...period } });
  const { count, maintained: inMaintenance } = triageQueue([...fleet, maintained], queueView.read({}), defaultBrand);
  expect([count, inMaintenance]).toEqual([1_002, 1]);
});

test("the complete queue includes mocked and internal stations; 1000 errors are too many to display", () => {
  const { stations, count, isTooMany } = queue({ all: true });
  expect(stations.map((station) => station.serial_number)).toEqual(["Atlas 2", "Atlas 3", "Atlas 9", "Atlas 10"]);
  expect([count, isTooMany]).toEqual([1_007, true]);
});

test.each([
  ["serial", ["Atlas 2", "Atlas 3", "Atlas 9", "Atlas 10"]],
  ["errors", ["Atlas 10", "Atlas 9", "Atlas 3", "Atlas 2"]],
  ["newest", ["Atlas 9", "Atlas 2", "Atlas 10", "Atlas 3"]],
] as const)("in the order %s the queue is %j", (order, expected) => {
  expect(serials({ all: true, sort: order })).toEqual(expected);
});

test("a search and an organization filter exclude stations, and their errors from the count", () => {
  expect(serials({ q: "10 | lab", all: true })).toEqual(["Atlas 2", "Atlas 10"]);
  const lab = queue({ org: "Groundcrew Lab", all: true });
  expect([lab.stations.length, lab.count, lab.isTooMany]).toEqual([1, 1, false]);
  expect(lab.organizations).toEqual(queue({ all: true }).organizations);
  expect(lab.organizations).toHaveLength(2);
});
