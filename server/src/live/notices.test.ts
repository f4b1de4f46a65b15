import { expect, test } from "vitest";
import { PendingNotices } from "./notices.ts";

test("each notice is pending once, until it is taken", () => {
  const notices = new PendingNotices();
  notices.add({ topic: "errors", station: "gc-a" });
  notices.add({ topic: "errors", station: "gc-a" });
  notices.add({ topic: "cameras", station: "gc-a" });
  expect(notices.isEmpty).toBe(false);
  expect(notices.take()).toEqual([
    { topic: "errors", station: "gc-a" },
    { topic: "cameras", station: "gc-a" },
  ]);
  expect([notices.isEmpty, notices.take()]).toEqual([true, []]);
});

test("a notice about all stations takes the place of those about single ones", () => {
  const notices = new PendingNotices();
  notices.add({ topic: "errors", station: "gc-a" });
  notices.add({ topic: "errors", station: null });
  notices.add({ topic: "errors", station: "gc-b" });
  expect(notices.take()).toEqual([{ topic: "errors", station: null }]);
});

test("however many stations change, few notices are pending", () => {
  const notices = new PendingNotices();
  for (let index = 0; index < 10_000; index++) notices.add({ topic: "errors", station: `gc-${index}` });
  notices.add({ topic: "configs", station: "gc-a" });
  expect(notices.take()).toEqual([
    { topic: "errors", station: null },
    { topic: "configs", station: "gc-a" },
  ]);
});
