import { expect, test } from "vitest";
import { sampleAlert } from "../../../../shared/test/sample-alert.ts";
import { steadyRows } from "./steady-rows.ts";

const first = sampleAlert({ id: 1, title: "Site outage: Reno" });
const second = sampleAlert({ id: 2, title: "Battery error in slot 5" });
const third = sampleAlert({ id: 3 });
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

test("rows keep their place and their section, with new values", () => {
  const acknowledged = { ...second, section: "acknowledged" as const, title: "Battery error in slots 5 and 6" };
  const { rows, waiting } = steadyRows([first, second], [first, acknowledged]);
  expect(rows).toEqual([first, { ...acknowledged, section: "open" }]);
  expect(waiting).toBe(0);
});

test("new rows wait, and rows that are no longer listed stay", () => {
  const { rows, waiting } = steadyRows([first, second], [third, first]);
  expect(ids(rows)).toEqual([1, 2]);
  expect(waiting).toBe(1);
});
