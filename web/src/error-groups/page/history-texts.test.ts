import { expect, test } from "vitest";
import { historyLines } from "./history-texts.ts";

const AT = "2026-05-01T00:00:00.000Z";

test.each<[string, string | null, Record<string, unknown> | null, string]>([
  [
    "first_seen",
    null,
    { station: "gc-a", serial_number: "Atlas 1", firmware: "1.4.0" },
    "First seen at Atlas 1, firmware 1.4.0",
  ],
  ["first_seen", null, { station: "gc-a", firmware: null }, "First seen at gc-a"],
  ["escalating", null, null, "Escalating"],
  ["resolved", "Priya Nair", { errors: 37 }, "Priya Nair resolved 37 errors"],
  ["resolved", "Priya Nair", null, "Priya Nair resolved all errors"],
  ["resolved", null, null, "Resolved all errors"],
  ["merged", "Lee Tran", { groups: [{ id: 102 }], pattern: null }, "Lee Tran merged Group 102 into this"],
  ["merged", "Lee Tran", { groups: [{ id: 1 }, { id: 2 }] }, "Lee Tran merged 2 groups into this"],
  ["merged_into", "Lee Tran", { group: 118 }, "Lee Tran merged this into Group 118"],
  ["removed", "Lee Tran", { pattern: "Slot <n> is hot", to: 7 }, "Lee Tran removed “Slot n is hot”, which is Group 7"],
  ["removed", null, { owner: "Kari" }, "No longer assigned to Kari, who was removed"],
  ["split", "Lee Tran", { pattern: "Slot <n> is hot" }, "Lee Tran split “Slot n is hot”"],
  ["acknowledged", "Kari", { owner: "Kari" }, "Kari acknowledged this"],
  ["assigned", "Alex", { owner: "Kari" }, "Alex assigned this to Kari"],
  ["released", "Kari", { owner: "Kari" }, "Kari released this"],
  ["released", "Alex", { owner: "Kari" }, "Alex released this from Kari"],
  ["expired", null, { owner: "Kari" }, "No longer assigned to Kari: nothing was done for 24 hours"],
])("%s by %s with %j is described", (kind, author, details, text) => {
  const [line] = historyLines([{ id: 1, at: AT, kind, author, note: null, details }]);
  expect(`${line?.text}${line?.station?.title ?? ""}${line?.rest}`).toBe(text);
});
