import { expect, test } from "vitest";
import type { Alert } from "@groundcrew/shared/alerts";
import { sampleAlert } from "../../../../shared/test/sample-alert.ts";
import { steadyRows, type PlacedAlert } from "./steady-rows.ts";

const placed = (alert: Alert): PlacedAlert => ({ ...alert, place: alert.section });
const first = placed(sampleAlert({ id: 1, title: "Site outage: Reno" }));
const second = placed(sampleAlert({ id: 2, title: "Battery error in slot 5" }));
const third = placed(sampleAlert({ id: 3 }));
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

test("rows keep their place, with new values", () => {
  const acknowledged = placed({ ...second, section: "acknowledged", title: "Battery error in slots 5 and 6" });
  const { rows, waiting } = steadyRows({ before: [first, second], listed: [first, acknowledged], unlisted: [] });
  expect(rows).toEqual([first, { ...acknowledged, place: "open" }]);
  expect(waiting).toBe(0);
});

test("new rows wait, and rows that are no longer listed stay with their newest values", () => {
  const ended = { ...second, section: "ended" as const, ended: "2026-11-21T10:19:12.000Z" };
  const { rows, waiting } = steadyRows({ before: [first, second], listed: [third, first], unlisted: [ended] });
  expect(ids(rows)).toEqual([1, 2]);
  expect(rows[1]).toEqual({ ...ended, place: "open" });
  expect(waiting).toBe(1);
});
