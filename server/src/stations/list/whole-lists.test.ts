import { expect, test } from "vitest";
import { boardFacts } from "../../../test/board-facts.ts";
import { Board } from "../board/board.ts";
import { wholeLists } from "./whole-lists.ts";

test("a whole list is ASCII, whatever its texts contain", async () => {
  const description = "Zürich, 東京 and 🚁";
  const board = new Board(() => Date.parse("2026-03-01T12:00:00.000Z"));
  board.putFacts({ ...boardFacts("gc-a", 1), description });
  const options = { support_metrics: true, telemetry: true, config: false, ssot: false, replaceables: false };
  const { parts } = await wholeLists(board)({ orgId: null, admin: false }, options);
  const bytes = Buffer.concat(parts.map((part) => part.bytes()));
  expect(bytes.every((byte) => byte < 0x80)).toBe(true);
  expect(JSON.parse(bytes.toString())).toMatchObject([{ name: "gc-a", description }]);
});
