import { expect, test } from "vitest";
import { limitConnecting } from "./connect-in-turn.ts";

test("at most as many stations as allowed connect at the same time, and the others in the order in which they asked", () => {
  const connectInTurn = limitConnecting(2);
  const began: string[] = [];
  const [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map((name) => connectInTurn(() => began.push(name)));
  expect(began).toStrictEqual(["a", "b"]);
  b?.();
  b?.();
  expect(began).toStrictEqual(["a", "b", "c"]);
  // A station that gives up while it waits does not let another one begin.
  d?.();
  expect(began).toStrictEqual(["a", "b", "c"]);
  a?.();
  expect(began).toStrictEqual(["a", "b", "c", "e"]);
  c?.();
  e?.();
  connectInTurn(() => began.push("f"));
  connectInTurn(() => began.push("g"));
  connectInTurn(() => began.push("h"));
  expect(began.slice(4)).toStrictEqual(["f", "g"]);
});
