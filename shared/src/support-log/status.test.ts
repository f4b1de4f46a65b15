import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sortEntries } from "./entry.ts";
import {
  incidentStatus,
  isIncident,
  newEntryStatuses,
  statusChange,
  supportLogStatus,
  supportLogStatusLabels,
  type SupportLogStatus,
} from "./status.ts";

// @spec 182.1, 182.3
test.each<[SupportLogStatus, SupportLogStatus, string]>([
  ["incident_needs_action", "incident_pending", "apply"],
  ["incident_deferred", "incident_resolved", "apply"],
  ["incident_resolved", "incident_needs_action", "confirm"],
  ["incident_resolved", "incident_resolved", "none"],
  ["incident_resolved", "note", "none"],
  ["note", "incident_resolved", "none"],
  ["record", "note", "none"],
])("from %s to %s: %s", (from, to, change) => {
  expect(statusChange(from, to)).toBe(change);
});

test("every status is a note, a record or an incident", () => {
  const others = supportLogStatus.options.filter((status) => !isIncident(status));
  expect(others).toEqual(["note", "record"]);
  expect(incidentStatus.options).toHaveLength(5);
});

// @spec 156.2
test.each([
  ["note", "Note"],
  ["record", "Record"],
  ["incident_needs_action", "Needs Action"],
  ["incident_deferred", "Deferred"],
  ["incident_pending", "Pending"],
  ["incident_pending_urgent", "Pending (Urgent)"],
  ["incident_resolved", "Resolved"],
] as const)("%s is labelled %s", (status, label) => {
  expect(supportLogStatusLabels[status]).toBe(label);
});

// @spec 182.4
test("only a new top-level entry may be an incident, and then it needs action", () => {
  expect(newEntryStatuses).toEqual({
    entry: ["note", "record", "incident_needs_action"],
    reply: ["note", "record"],
  });
});

const entry = (id: number, status: SupportLogStatus, day: number) => ({
  id,
  status,
  created: `2026-05-0${day}T00:00:00.000Z`,
});

// @spec 122.1
test("a support log is ordered from urgent to resolved, then records and notes, the oldest first in each group", () => {
  const entries = [
    entry(1, "note", 1),
    entry(2, "record", 2),
    entry(3, "note", 3),
    entry(4, "incident_resolved", 1),
    entry(5, "incident_deferred", 1),
    entry(6, "incident_pending", 1),
    entry(7, "incident_needs_action", 2),
    entry(8, "incident_needs_action", 1),
    entry(9, "incident_pending_urgent", 9),
    entry(10, "incident_pending_urgent", 9),
  ];
  expect(sortEntries(entries.toReversed()).map(({ id }) => id)).toEqual([9, 10, 8, 7, 6, 5, 4, 1, 2, 3]);
});

test("the order of a support log does not depend on the input order", () => {
  const anyEntry = fc
    .tuple(fc.nat(30), fc.constantFrom(...supportLogStatus.options), fc.integer({ min: 1, max: 3 }))
    .map((args) => entry(...args));
  fc.assert(
    fc.property(fc.uniqueArray(anyEntry, { selector: ({ id }) => id }), (entries) => {
      expect(sortEntries(entries.toReversed())).toEqual(sortEntries(entries));
    }),
  );
});
