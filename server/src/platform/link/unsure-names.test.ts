import { expect, test } from "vitest";
import { unsureNames } from "./unsure-names.ts";

function open() {
  const state: { isUp: boolean; sent: string[] } = { isUp: true, sent: [] };
  const names = unsureNames((name) => {
    if (state.isUp) state.sent.push(name);
    return state.isUp;
  });
  return { state, names };
}

test("what was not sent is sent once there is a connection, and again to those who join shortly after", () => {
  const { state, names } = open();
  state.isUp = false;
  names.lost();
  names.send("a");
  names.send("b");
  names.send("a");
  state.isUp = true;
  names.connected();
  expect(state.sent).toEqual(["b", "a"]);
  names.joined();
  expect(state.sent).toEqual(["b", "a", "b", "a"]);
});

test("of more than 10,000, the latest ones are sent", () => {
  const { state, names } = open();
  state.isUp = false;
  for (let n = 0; n <= 10_000; n += 1) names.send(`gc-${n}`);
  state.isUp = true;
  names.connected();
  expect([state.sent.length, state.sent[0]]).toEqual([10_000, "gc-1"]);
});
