import { expect, test } from "vitest";
import { areValuesForManagers, changedFields } from "./index.ts";

test("only fields that differ are changed, those inside of others with the names that lead to them", () => {
  const before = { name: "Reno", notes: null, scope: { kind: "all", organizations: [1] }, empty: {} };
  const after = {
    name: "Reno",
    notes: "New board",
    scope: { kind: "all", organizations: [1, 2] },
    empty: {},
    added: false,
  };
  expect(changedFields(before, after)).toEqual({
    changed: [
      { path: ["notes"], before: null, after: "New board" },
      { path: ["scope", "organizations"], before: [1], after: [1, 2] },
      { path: ["added"], before: undefined, after: false },
    ],
    unchanged: 3,
  });
});

test("a thing that was added or removed has only new or only old values", () => {
  expect(changedFields(null, { name: "x" }).changed).toEqual([{ path: ["name"], before: undefined, after: "x" }]);
  expect(changedFields({ name: "x" }, null).changed).toEqual([{ path: ["name"], before: "x", after: undefined }]);
  expect(changedFields(null, null)).toEqual({ changed: [], unchanged: 0 });
});

test("a field whose value becomes an object is not confused with the fields inside of it", () => {
  expect(changedFields({ "a.b": 1, maintenance: { why: "x" } }, { "a.b": 1, maintenance: null })).toEqual({
    changed: [
      { path: ["maintenance", "why"], before: "x", after: undefined },
      { path: ["maintenance"], before: undefined, after: null },
    ],
    unchanged: 1,
  });
});

test("managers do not see the values of calls for admins, nor of those that name staff", () => {
  const calls = ["startMaintenance", "editStation", "changeAlertOwner", "createSupportLogEntry"];
  expect(calls.map(areValuesForManagers)).toEqual([true, true, false, false]);
});
