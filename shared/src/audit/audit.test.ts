import { expect, test } from "vitest";
import { areValuesForManagers, changedFields, readAgent } from "./index.ts";

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    "Chrome 142 on Windows",
    false,
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
    "Edge 142 on Windows",
    false,
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari 18 on iPhone",
    true,
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    "Safari 18 on macOS",
    false,
  ],
  [
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
    "Chrome 142 on Android",
    true,
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox 144 on Linux", false],
  ["curl/8.5.0", "curl/8.5.0", false],
  ["", "", false],
])("%s is %s", (userAgent, name, isMobile) => {
  expect(readAgent(userAgent)).toEqual({ name, isMobile });
});

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
