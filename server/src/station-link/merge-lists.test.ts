import { expect, test } from "vitest";
import { mergeInvalid, mergeRejected } from "./merge-lists.ts";

const at = (minute: number) => `2026-03-01T12:0${minute}:00.000Z`;

const rejected = (
  station: string,
  [first, last]: [number, number],
  reason: "unknown" | "wrong_secret" | "qos_2" = "unknown",
) => ({
  station,
  reason,
  first_tried: at(first),
  last_tried: at(last),
  tries: 2,
});

test("attempts to connect to several threads are one entry with the latest reason, latest attempt first", () => {
  const one = [rejected("gc-a", [3, 4], "wrong_secret"), rejected("gc-b", [1, 2])];
  const other = [rejected("gc-c", [3, 3]), rejected("gc-a", [1, 2])];
  expect(mergeRejected([one, other], () => -Infinity)).toEqual([
    { station: "gc-a", reason: "wrong_secret", first_tried: at(1), last_tried: at(4), tries: 4 },
    rejected("gc-c", [3, 3]),
    rejected("gc-b", [1, 2]),
  ]);
});

test("a station that has connected to any thread since is not rejected", () => {
  const lists = [[rejected("gc-a", [1, 2])], [rejected("gc-b", [1, 4])]];
  expect(mergeRejected(lists, () => Date.parse(at(3)))).toEqual([rejected("gc-b", [1, 4])]);
});

test("invalid messages to several threads are one entry with the latest message", () => {
  const about = { station: "gc-a", topic: "tele", reason: "not_json" };
  const one = { ...about, detail: "It is not JSON.", first_received: at(2), last_received: at(3), times: 4 };
  const other = { ...about, detail: "boot: missing", first_received: at(1), last_received: at(4), times: 1 };
  expect(mergeInvalid([[one], [other]])).toEqual([{ ...other, times: 5 }]);
});

test("what a station does while it is connected stays listed after it has connected again", () => {
  const lists = [[rejected("gc-a", [1, 2], "qos_2")], [rejected("gc-a", [3, 3], "qos_2")]];
  expect(mergeRejected(lists, () => Date.parse(at(4)))).toEqual([{ ...rejected("gc-a", [1, 3], "qos_2"), tries: 4 }]);
});
