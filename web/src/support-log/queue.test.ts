import { defaultBrand } from "@groundcrew/shared/brand";
import { triageCount } from "@groundcrew/shared/station-errors";
import { expect, test } from "vitest";
import { sampleStation } from "../../../shared/test/sample-station.ts";
import { triageQueue } from "./queue.ts";

const withErrors = (serial_number: string, errors_unresolved: number, more: Parameters<typeof sampleStation>[0] = {}) =>
  sampleStation({
    name: serial_number,
    serial_number,
    support_metrics: { errors_unresolved, error_latest: null },
    ...more,
  });

const fleet = [
  withErrors("Atlas 10", 600),
  withErrors("Atlas 9", 399),
  withErrors("Atlas 1", 0),
  withErrors("Atlas 2", 1, { organization_name: "Groundcrew Lab" }),
  withErrors("Atlas 3", 7, { actual: false }),
];
const queue = (isWhole: boolean) => triageQueue(fleet, { isWhole, brand: defaultBrand });

test("the queue has the stations that its count in the navigation counts, by serial number", () => {
  const { stations, count, isTooMany } = queue(false);
  expect(stations.map((of) => of.serial_number)).toEqual(["Atlas 9", "Atlas 10"]);
  expect(count).toBe(triageCount(fleet, defaultBrand));
  expect(isTooMany).toBe(false);
});

test("the whole queue has mocked and internal stations too; 1000 errors are too many to display", () => {
  const { stations, count, isTooMany } = queue(true);
  expect(stations.map((of) => of.serial_number)).toEqual(["Atlas 2", "Atlas 3", "Atlas 9", "Atlas 10"]);
  expect([count, isTooMany]).toEqual([1_007, true]);
});
