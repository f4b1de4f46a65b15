import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sampleError } from "../../test/sample-error.ts";
import { sampleStation } from "../../test/sample-station.ts";
import { defaultBrand } from "../brand.ts";
import { noRows, toggleAllRows, toggleRow, type RowSelection } from "../lib/index.ts";
import { errorTime, latestUnresolved, sortErrors } from "./order.ts";
import { isTooManyErrors, isTriaged, needsTriage, selectableErrors, triageCount, triageErrors } from "./triage.ts";

const handled = "2026-05-02T00:00:00.000Z";
const now = Date.parse("2026-06-01T12:00:00.000Z");

// @spec 71.1, 77.1, 181.4
test("the log starts with unresolved errors, the most recently logged first", () => {
  const errors = [
    sampleError({ id: 1, time_logged: "2026-05-04T00:00:00.000Z", time_handled: handled }),
    sampleError({ id: 2, time_logged: "2026-05-01T00:00:00.000Z" }),
    sampleError({ id: 3, time_logged: "2026-05-02T00:00:00.000Z" }),
    sampleError({ id: 4, time_logged: "2026-05-02T00:00:00.000Z" }),
  ];
  expect(sortErrors(errors).map(({ id }) => id)).toEqual([4, 3, 2, 1]);
  expect(latestUnresolved(errors)?.id).toBe(4);
  expect(latestUnresolved(errors.slice(0, 1))).toBeNull();
  expect(latestUnresolved([])).toBeNull();
});

test("the order of the log does not depend on the input order", () => {
  const error = fc
    .record({
      id: fc.nat(50),
      time_logged: fc.constantFrom("2026-05-01T00:00:00.000Z", "2026-05-02T00:00:00.000Z"),
      time_handled: fc.constantFrom(null, handled),
    })
    .map(sampleError);
  fc.assert(
    fc.property(fc.uniqueArray(error, { selector: ({ id }) => id }), (errors) => {
      expect(sortErrors(errors.toReversed())).toEqual(sortErrors(errors));
    }),
  );
});

test("an error's time is the one the station reported, or else when it was logged", () => {
  expect(errorTime(sampleError({ occurred: handled }))).toBe(handled);
  expect(errorTime(sampleError())).toBe("2026-05-01T00:00:00.000Z");
});

// @spec 154.2
test("a resolved or attached error leaves triage", () => {
  expect(needsTriage(sampleError())).toBe(true);
  expect(needsTriage(sampleError({ time_handled: handled }))).toBe(false);
  expect(needsTriage(sampleError({ supportlog_entry_id: 7 }))).toBe(false);
});

// @spec 81.4
test("the time filter keeps errors logged at or after its start", () => {
  const errors = [
    sampleError({ id: 1, time_logged: "2026-05-31T12:00:00.000Z" }),
    sampleError({ id: 2, time_logged: "2026-05-31T11:59:59.999Z" }),
  ];
  expect(triageErrors(errors, "day", now).map(({ id }) => id)).toEqual([1]);
  expect(triageErrors(errors, "all", now).map(({ id }) => id)).toEqual([1, 2]);
});

// @spec 119.2, 297.3, 317.2
test("999 errors are displayed, 1000 are too many", () => {
  expect([isTooManyErrors(999), isTooManyErrors(1_000)]).toEqual([false, true]);
});

// @spec 121.1, 321.1
test("triage covers and counts only real stations that are in service for customers", () => {
  const support_metrics = { errors_unresolved: 2, error_latest: null };
  const customer = sampleStation({ support_metrics });
  const others = [
    sampleStation({ support_metrics, actual: false }),
    sampleStation({ support_metrics, organization_name: "Groundcrew Lab" }),
    sampleStation({ support_metrics, retired: handled }),
  ];
  expect(isTriaged(customer, defaultBrand)).toBe(true);
  expect(others.map((station) => isTriaged(station, defaultBrand))).toEqual([false, false, false]);
  expect(triageCount([customer, ...others, customer], defaultBrand)).toBe(4);
  const period = { from: "2026-06-01T11:00:00.000Z", until: "2026-06-01T13:00:00.000Z" };
  const maintained = { ...customer, maintenance: { id: 7, why: "New belt", by: null, ...period } };
  expect(triageCount([customer, maintained], defaultBrand)).toBe(4);
});

const errors = [1, 2, 3, 4, 5].map((id) => sampleError({ id, time_handled: id === 3 ? handled : null }));
const rows = { rows: selectableErrors(errors).map(({ id }) => id) };
const press = (...presses: [number, boolean][]) =>
  presses.reduce<RowSelection<number>>((selection, [id, shift]) => toggleRow(selection, { id, shift }, rows), noRows);

// @spec 81.2
test("a click selects and deselects a row", () => {
  expect([...press([2, false]).ids]).toEqual([2]);
  expect([...press([2, false], [2, false]).ids]).toEqual([]);
});

// @spec 81.2
test("shift extends from the row clicked last, in either direction, without resolved rows", () => {
  expect([...press([2, false], [5, true]).ids]).toEqual([2, 4, 5]);
  expect(press([4, false], [1, true]).ids).toEqual(new Set([1, 2, 4]));
  expect(press([2, false], [4, true], [1, true]).ids).toEqual(new Set([1, 2, 4]));
});

test("shift without a previous click selects one row", () => {
  expect([...press([4, true]).ids]).toEqual([4]);
});

// @spec 81.3
test("a resolved or unknown row cannot be selected", () => {
  expect(press([3, false])).toBe(noRows);
  expect(press([9, false])).toBe(noRows);
});

// @spec 77.3
test("Select All selects all unresolved rows, then none", () => {
  const all = toggleAllRows(press([2, false]), rows);
  expect(all.ids).toEqual(new Set([1, 2, 4, 5]));
  expect(toggleAllRows(all, rows).ids.size).toBe(0);
});
