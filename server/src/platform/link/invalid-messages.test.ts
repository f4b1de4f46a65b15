import { expect, test } from "vitest";
import { invalidMessageLog } from "./message-reader.ts";

const at = Date.parse("2026-03-01T12:00:00.000Z");
const message = (station: string, detail = "data.station_type: no such type") => ({
  station,
  topic: "birth",
  reason: "not_valid",
  detail,
});

test("each station's last invalid message is listed, with the number of invalid messages", () => {
  const invalid = invalidMessageLog();
  invalid.note(message("gc-1"), at);
  invalid.note(message("gc-2"), at + 1_000);
  invalid.note({ ...message("gc-1"), topic: "tele", detail: "data: missing" }, at + 2_000);
  expect(invalid.list()).toEqual([
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

test("the list is limited in stations and in length of details", () => {
  const invalid = invalidMessageLog();
  for (let number = 0; number < 10_000; number++) invalid.note(message(`gc-${number}`, "x\n".repeat(1_000)), at);
  invalid.note(message("No Station"), at);
  expect(invalid.list()).toHaveLength(500);
  expect(invalid.list()[0]).toMatchObject({ station: "gc-9999", detail: "x ".repeat(150) });
});
