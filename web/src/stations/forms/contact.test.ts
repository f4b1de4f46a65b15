import { expect, test } from "vitest";
import { contactOf } from "./contact.ts";

const heard = { last_active: "2026-03-01T12:04:00.000Z", telemetry_enabled: true, retired: null };

test.each([
  [{ ...heard, last_active: null, last_online_status: false }, "Waiting for first contact"],
  [{ ...heard, last_online_status: true }, /^Connected, heard at \d\d:\d\d$/],
  [{ ...heard, last_online_status: false }, /^Not connected, last heard .*2026/],
  [{ ...heard, last_online_status: false, telemetry_enabled: false }, "Out of service: it cannot connect"],
  [{ ...heard, last_online_status: false, retired: heard.last_active }, "Out of service: it cannot connect"],
])("%j reads %s", (station, text) => {
  expect(contactOf(station).text).toMatch(text);
});
