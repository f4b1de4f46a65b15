import { expect, test } from "vitest";
import { countUnknown } from "./message-reader.ts";

test.each<{ sent: unknown; read: unknown; unknown: number }>([
  { sent: { a: 1 }, read: { a: 1 }, unknown: 0 },
  { sent: { a: 1, b: { c: 2 } }, read: { a: 1 }, unknown: 1 },
  {
    sent: {
      list: [
        { a: 1, x: 1 },
        { a: 2, y: 1, z: 1 },
      ],
    },
    read: { list: [{ a: 1 }, { a: 2 }] },
    unknown: 3,
  },
  { sent: { toString: 1 }, read: {}, unknown: 1 },
  { sent: { a: null }, read: { a: null }, unknown: 0 },
  { sent: "text", read: { a: 1 }, unknown: 0 },
])("of $sent, parsed as $read, $unknown fields are unknown", ({ sent, read, unknown }) => {
  expect(countUnknown(sent, read)).toBe(unknown);
});
