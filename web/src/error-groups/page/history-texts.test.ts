import { expect, test } from "vitest";
import { historyLines } from "./history-texts.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString();

test("what happened to a group and to its owner is one history, latest first", () => {
  const lines = historyLines(
    [
      { id: 2, at: at(30), kind: "resolved", author: "Lee Tran", note: "New plug", details: null },
      { id: 1, at: at(10), kind: "escalating", author: null, note: "129 errors in 24 hours", details: null },
    ],
    [{ id: 1, at: at(20), action: "assigned", author: "Alex Admin", owner: "Lee Tran", note: null }],
  );
  expect(lines.map(({ text, note }) => [text, note])).toEqual([
    ["Lee Tran resolved all errors", "New plug"],
    ["Alex Admin assigned this to Lee Tran", null],
    ["Escalating", "129 errors in 24 hours"],
  ]);
});

test("what a newer server sends is shown as it is", () => {
  const entry = { id: 1, at: at(0), kind: "looked_at", author: null, note: null, details: null };
  expect(historyLines([entry], [])[0]?.text).toBe("Looked at");
});
