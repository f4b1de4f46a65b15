import { expect, test } from "vitest";
import { PUSH_MAX_BYTES, readPushMessage, writePushMessage } from "./push-message.ts";

const message = { title: "Reno 4: Offline", body: "Since 14:02.", tag: "alert-7", path: "/attention/7" };

test("a push message is read as it was written", () => {
  expect(readPushMessage(writePushMessage(message))).toEqual(message);
});

test("a long message is cut to what push services accept, between characters", () => {
  const text = writePushMessage({ ...message, title: "🛰".repeat(1_000), body: "🛰".repeat(5_000) });
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(PUSH_MAX_BYTES);
  const { title, body } = readPushMessage(text);
  expect([title.isWellFormed(), title.endsWith("🛰…"), body.endsWith("🛰…")]).toEqual([true, true, true]);
});

test.each(["", "nonsense", "null", "[]", '{"title":5}', '{"title":""}'])(
  "the message %j shows a notification without details",
  (text) => {
    expect(readPushMessage(text)).toEqual({ title: "New notification", body: "", tag: "", path: "/attention" });
  },
);

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\n/evil.example",
  "/\u0000/evil.example",
  "/ /evil.example",
  "/attention\\..",
  "javascript:alert(1)",
  "attention",
  "",
  7,
])("a message never opens %j", (path) => {
  expect(readPushMessage(JSON.stringify({ ...message, path })).path).toBe("/attention");
});
