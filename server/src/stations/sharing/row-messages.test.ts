import { expect, test } from "vitest";
import { MAX_BYTES, readRowMessage } from "./row-messages.ts";

const FORMAT = "1 0.0.0";
const head = { format: FORMAT, server: "one", sequence: 3 };

const read = (value: unknown, lines: readonly string[] = []) =>
  readRowMessage(Buffer.from([JSON.stringify(value), ...lines].join("\n")), FORMAT);

test.each([
  { ...head, kind: "refresh", stations: ["gc-000000000001"] },
  { ...head, kind: "alive" },
  { ...head, kind: "stopped" },
])("a message is read as it was sent: $kind", (message) => {
  expect(read(message)).toEqual({ message, lines: [] });
});

test("the lines of a message are read as they were sent", () => {
  const written = { ...head, kind: "written" };
  const lines = ["none\t4\tgc-1\t{}", "values\t5\tgc-2\t{}"];
  expect(read(written, lines)).toMatchObject({ message: written, lines: lines.map((text) => ({ text })) });
  expect(read(written, [...lines, "no line"])).toBe("invalid");
});

test("a message of another version of the program is not read", () => {
  expect(read({ ...head, format: "2 0.0.0", kind: "anything" })).toBe("other_format");
});

test.each([
  ["no JSON", Buffer.from("{")],
  ["no message", Buffer.from("null")],
  ["no sequence", Buffer.from(JSON.stringify({ format: FORMAT, server: "one", kind: "alive" }))],
  ["too long", Buffer.from(JSON.stringify({ ...head, kind: "alive", more: "x".repeat(MAX_BYTES) }))],
  ["binary", Buffer.from([0xff, 0xfe, 0])],
])("what cannot be read is invalid: %s", (_, payload) => {
  expect(readRowMessage(payload, FORMAT)).toBe("invalid");
});

test.each([
  { what: "an unknown kind", message: { ...head, kind: "other" } },
  { what: "too many stations", message: { ...head, kind: "refresh", stations: Array(1_001).fill("gc-1") } },
])("a message with $what is invalid", ({ message }) => {
  expect(read(message)).toBe("invalid");
});
