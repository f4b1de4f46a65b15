import { expect, test } from "vitest";
import { invalidMessageLog } from "./invalid-messages.ts";

const at = Date.parse("2026-03-01T12:00:00.000Z");
const of = (station: string, detail = "data.station_type: no such type") => ({
  station,
  topic: "birth",
  reason: "not_valid",
  detail,
});

test("of each station the last message that could not be read is remembered, and how many there were", () => {
  const unread = invalidMessageLog();
  unread.note(of("gc-1"), at);
  unread.note(of("gc-2"), at + 1_000);
  unread.note({ ...of("gc-1"), topic: "tele", detail: "data: missing" }, at + 2_000);
  expect(unread.list()).toEqual([
    {
      station: "gc-1",
      topic: "tele",
      reason: "not_valid",
      detail: "data: missing",
      first_received: "2026-03-01T12:00:00.000Z",
      last_received: "2026-03-01T12:00:02.000Z",
      times: 2,
    },
    expect.objectContaining({ station: "gc-2", times: 1 }),
  ]);
});

test("ten thousand stations and long names of fields do not fill the memory", () => {
  const unread = invalidMessageLog();
  for (let number = 0; number < 10_000; number++) unread.note(of(`gc-${number}`, "x\n".repeat(1_000)), at);
  unread.note(of("No Station"), at);
  expect(unread.list()).toHaveLength(500);
  expect(unread.list()[0]).toMatchObject({ station: "gc-9999", detail: "x ".repeat(150) });
});
