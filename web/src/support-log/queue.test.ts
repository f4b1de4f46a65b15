import { defaultBrand } from "@groundcrew/shared/brand";
import { triageCount } from "@groundcrew/shared/station-errors";
import { expect, test } from "vitest";
import { sampleStation } from "../../../shared/test/sample-station.ts";
import { supportLogView, type SupportLogView } from "./place.ts";
import { triageQueue } from "./queue.ts";

const withErrors = (
  serial_number: string,
  errors_unresolved: number,
  { error_latest = null, ...more }: Parameters<typeof sampleStation>[0] & { error_latest?: string | null } = {},
) =>
  sampleStation({ name: serial_number, serial_number, support_metrics: { errors_unresolved, error_latest }, ...more });

const fleet = [
  withErrors("Atlas 10", 600, { error_latest: "2026-05-01T00:00:00.000Z" }),
  withErrors("Atlas 9", 399, { error_latest: "2026-05-03T00:00:00.000Z" }),
  withErrors("Atlas 1", 0),
  withErrors("Atlas 2", 1, { organization_name: "Groundcrew Lab", error_latest: "2026-05-02T00:00:00.000Z" }),
  withErrors("Atlas 3", 7, { actual: false }),
];
const queue = (view: Partial<SupportLogView> = {}) =>
  triageQueue(fleet, { ...supportLogView({}), ...view }, defaultBrand);
const serials = (view: Partial<SupportLogView>) => queue(view).stations.map((of) => of.serial_number);

test("the queue has the stations that its count in the navigation counts, by serial number", () => {
  const { stations, count, isTooMany } = queue();
  expect(stations.map((of) => of.serial_number)).toEqual(["Atlas 9", "Atlas 10"]);
  expect(count).toBe(triageCount(fleet, defaultBrand));
  expect(isTooMany).toBe(false);
});

test("the whole queue has mocked and internal stations too; 1000 errors are too many to display", () => {
  const { stations, count, isTooMany } = queue({ isWhole: true });
  expect(stations.map((of) => of.serial_number)).toEqual(["Atlas 2", "Atlas 3", "Atlas 9", "Atlas 10"]);
  expect([count, isTooMany]).toEqual([1_007, true]);
});

test.each([
  ["serial", ["Atlas 2", "Atlas 3", "Atlas 9", "Atlas 10"]],
  ["errors", ["Atlas 10", "Atlas 9", "Atlas 3", "Atlas 2"]],
  ["newest", ["Atlas 9", "Atlas 2", "Atlas 10", "Atlas 3"]],
] as const)("in the order %s the queue is %j", (order, expected) => {
  expect(serials({ isWhole: true, order })).toEqual(expected);
});

test("a search and an organization leave stations out, and their errors out of the count", () => {
  expect(serials({ queueSearch: "10 | lab", isWhole: true })).toEqual(["Atlas 2", "Atlas 10"]);
  const lab = queue({ organization: "Groundcrew Lab", isWhole: true });
  expect([lab.stations.length, lab.count, lab.isTooMany]).toEqual([1, 1, false]);
  expect(lab.organizations).toEqual(queue({ isWhole: true }).organizations);
  expect(lab.organizations).toHaveLength(2);
});
