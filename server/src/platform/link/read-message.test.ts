import { envelopeOf, MESSAGE_LIMITS, tele } from "@groundcrew/shared/link";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { readMessage } from "./message-reader.ts";

const schema = envelopeOf(z.object({ level: z.number(), list: z.array(z.unknown()).optional() }));
const message = { v: 1, id: "m1", boot: 3, seq: 4, ts: 1_700_000_000_000, data: { level: 0.5 } } as const;
const bytes = (value: unknown) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value));

test("a valid message is parsed", () => {
  expect(readMessage(schema, bytes(message))).toEqual({ ok: true, message, sent: message });
});

test("unknown fields are removed", () => {
  const read = readMessage(schema, bytes({ ...message, data: { level: 1, color: "red" }, more: true }));
  expect(read).toMatchObject({ ok: true });
  expect(read.ok && read.message).toEqual({ ...message, data: { level: 1 } });
});

test("a message of the maximum size is parsed, one byte more is not", () => {
  const padding = MESSAGE_LIMITS.bytes - bytes(message).length;
  expect(readMessage(schema, bytes(JSON.stringify(message) + " ".repeat(padding)))).toMatchObject({ ok: true });
  const read = readMessage(schema, bytes(JSON.stringify(message) + " ".repeat(padding + 1)));
  expect(read).toMatchObject({ ok: false, reason: "too_large" });
});

test.each([
  { depth: 30, ok: true },
  { depth: 31, ok: false },
])("brackets nested $depth deep inside envelope and data are parsed: $ok", ({ depth, ok }) => {
  const nested = `${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}`;
  const text = JSON.stringify(message).replace("0.5", `0.5,"list":[${nested}]`);
  expect(readMessage(schema, bytes(text)).ok).toBe(ok);
});

test.each([
  { what: "nothing", text: "", reason: "not_json" },
  { what: "half a message", text: JSON.stringify(message).slice(0, 30), reason: "not_json" },
  { what: "20 KB of brackets", text: "[".repeat(20_000), reason: "too_deep" },
  { what: "an infinite number", text: JSON.stringify(message).replace("0.5", "1e999"), reason: "not_valid" },
  { what: "NaN", text: JSON.stringify(message).replace("0.5", "NaN"), reason: "not_json" },
  { what: "a number as text", text: JSON.stringify(message).replace("0.5", '"0.5"'), reason: "not_valid" },
  { what: "another version", text: JSON.stringify({ ...message, v: 2 }), reason: "not_valid" },
  { what: "a negative boot", text: JSON.stringify({ ...message, boot: -1 }), reason: "not_valid" },
  { what: "half a boot", text: JSON.stringify({ ...message, boot: 0.5 }), reason: "not_valid" },
  {
    what: "a boot too large to be exact",
    text: JSON.stringify(message).replace("3", "9007199254740993"),
    reason: "not_valid",
  },
  { what: "a NUL character", text: JSON.stringify({ ...message, id: "a\u0000" }), reason: "not_text" },
  { what: "an array", text: "[]", reason: "not_valid" },
  { what: "a prototype", text: '{"__proto__":{"v":1}}', reason: "not_valid" },
])("$what is reported as $reason", ({ text, reason }) => {
  expect(readMessage(schema, bytes(text))).toMatchObject({ ok: false, reason });
});

test("bytes that are not text are reported as such", () => {
  expect(readMessage(schema, Buffer.from([0x7b, 0xff, 0x7d]))).toMatchObject({ ok: false, reason: "not_text" });
});

test("parsing never throws, for any bytes or JSON", () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.json().map(bytes)), (payload) => {
      expect(readMessage(schema, payload)).toHaveProperty("ok");
    }),
  );
});

test("a message that matches the schema exactly is returned without a copy", () => {
  const data = { snapshot: { warn_message: null, time: 1, status: { door: "open", usb_status: { cameras: {} } } } };
  const read = readMessage(tele, bytes({ ...message, data }));
  expect(read.ok && read.message).toStrictEqual({ ...message, data });
  expect(read.ok && read.message === read.sent).toBe(true);
});
