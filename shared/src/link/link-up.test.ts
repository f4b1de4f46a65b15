import { expect, test } from "vitest";
import { isLinkUp, LINK_SILENCE_MS } from "./link-up.ts";

const now = Date.parse("2026-03-01T12:00:00.000Z");
const ago = (ms: number) => new Date(now - ms).toISOString();

// @spec 138.12
test.each([
  { title: "a linked station whose last message is from this moment", linked: true, age: 0, up: true },
  { title: "a linked station silent for exactly 150 s", linked: true, age: 150_000, up: true },
  { title: "a linked station silent for longer than 150 s", linked: true, age: 150_001, up: false },
  { title: "a station that is not linked, however recent its last message,", linked: false, age: 0, up: false },
])("the link of $of is up: $up", ({ linked, age, up }) => {
  expect(isLinkUp({ linked, last_active: ago(age) }, now)).toBe(up);
});

test("a station that never sent a message is offline", () => {
  expect(isLinkUp({ linked: true, last_active: null }, now)).toBe(false);
});

test("a station that misses one report is not offline", () => {
  expect(LINK_SILENCE_MS).toBe(150_000);
});
