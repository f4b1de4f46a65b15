import { expect, test } from "vitest";
import { scheduleText, sizeText } from "./backup-texts.ts";

test.each([
  { every_minutes: 1_440, text: "Every day at 02:00 UTC" },
  { every_minutes: 2_880, text: "Every 2 days, counted from 02:00 UTC" },
  { every_minutes: 60, text: "Every hour, counted from 02:00 UTC" },
  { every_minutes: 360, text: "Every 6 hours, counted from 02:00 UTC" },
  { every_minutes: 5, text: "Every 5 minutes, counted from 02:00 UTC" },
])("$every_minutes minutes are: $text", ({ every_minutes, text }) => {
  expect(scheduleText({ every_minutes, time: "02:00" })).toBe(text);
});

test.each([
  { bytes: 1, text: "1 kB" },
  { bytes: 999_999, text: "1000 kB" },
  { bytes: 1_000_000, text: "1.0 MB" },
  { bytes: 1_240_000_000, text: "1.2 GB" },
])("$bytes bytes are $text", ({ bytes, text }) => {
  expect(sizeText(bytes)).toBe(text);
});
