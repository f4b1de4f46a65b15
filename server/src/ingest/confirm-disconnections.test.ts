import { SECOND_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { confirmDisconnections } from "./receive.ts";

const ENDED_AT = 1_000_000;

function afterPause() {
  let endedAt: number | null = ENDED_AT;
  const disconnections = confirmDisconnections({ endedAt: () => endedAt });
  return { ...disconnections, setPause: (next: number | null) => (endedAt = next) };
}

test("a server that was not paused accepts every disconnection", () => {
  const { isConfirmed, setPause } = afterPause();
  setPause(null);
  expect(isConfirmed("gc-1")).toBe(true);
});

test("after a pause only stations that have sent a birth since can have disconnected", () => {
  const { isConfirmed, birthReceived } = afterPause();
  birthReceived("gc-1");
  expect([isConfirmed("gc-1"), isConfirmed("gc-2")]).toEqual([true, false]);
});

test("a message until 10 s after the pause does not confirm a disconnection, a later one does", () => {
  const { isConfirmed, messageReceived } = afterPause();
  messageReceived("gc-1", ENDED_AT + 10 * SECOND_MS);
  expect(isConfirmed("gc-1")).toBe(false);
  messageReceived("gc-1", ENDED_AT + 10 * SECOND_MS + 1);
  expect(isConfirmed("gc-1")).toBe(true);
});

test("what was recorded after one pause does not count after the next", () => {
  const { isConfirmed, birthReceived, setPause } = afterPause();
  birthReceived("gc-1");
  setPause(ENDED_AT + 60 * SECOND_MS);
  expect(isConfirmed("gc-1")).toBe(false);
});
