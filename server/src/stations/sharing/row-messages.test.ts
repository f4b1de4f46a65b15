import { expect, test } from "vitest";
import { snapshotSummary } from "../../../test/board-facts.ts";
import { NO_STATE } from "../board/row-text.ts";
import { MAX_BYTES, readRowMessage } from "./row-messages.ts";

const FORMAT = "1 0.0.0";
const head = { format: FORMAT, server: "one", sequence: 3 };
const summary = snapshotSummary({ status: { door: "open", internal_temperature: 71.5 } });
const change = { name: "gc-000000000001", state: { ...NO_STATE, version: 4 }, summary };
const written = { ...head, kind: "written", changes: [change] };

const read = (value: unknown) => readRowMessage(Buffer.from(JSON.stringify(value)), FORMAT);

test.each([
  written,
  {
    ...written,
    changes: [
      { ...change, summary: null },
      { name: change.name, state: change.state },
    ],
  },
  { ...head, kind: "refresh", stations: [change.name] },
  { ...head, kind: "alive" },
  { ...head, kind: "stopped" },
])("a message is read as it was sent: $kind", (message) => {
  expect(read(message)).toEqual(message);
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
  {
    what: "a version below 0",
    message: { ...written, changes: [{ ...change, state: { ...change.state, version: -1 } }] },
  },
  {
    what: "a time that is none",
    message: { ...written, changes: [{ ...change, state: { ...change.state, last_active: "now" } }] },
  },
  {
    what: "a summary that would end its row",
    message: { ...written, changes: [{ ...change, summary: { ...summary, text: 'null},{"name":"gc-other"' } }] },
  },
  {
    what: "an invalid message that is no JSON",
    message: { ...written, changes: [{ ...change, state: { ...change.state, invalid_messages: "null}" } }] },
  },
])("a message with $what is invalid", ({ message }) => {
  expect(read(message)).toBe("invalid");
});
