import { expect, test } from "vitest";
import { connectionText } from "./connection-text.ts";

const AT = "2026-03-01T12:04:00.000Z";
const heard = { last_active: AT, telemetry_enabled: true, retired: null };
const times = { since: Date.parse(AT), judgedAt: Date.parse(AT) };
const SECOND = String.raw`\d\d:\d\d:\d\d`;

test.each([
  [
    { ...heard, last_active: null, last_online_status: false },
    "Waiting for first contact",
    `^No contact as of .*${SECOND}$`,
  ],
  [
    { ...heard, last_online_status: true },
    String.raw`^Connected, heard at \d\d:\d\d$`,
    `^Connected as of .*${SECOND}$`,
  ],
  [
    { ...heard, last_online_status: false },
    "^Not connected, last heard .*2026",
    `^Not connected as of .*${SECOND}, last heard .*2026`,
  ],
  [
    { ...heard, last_online_status: false, telemetry_enabled: false },
    "^Out of service: it cannot connect$",
    "^Out of service: it cannot connect$",
  ],
  [
    { ...heard, last_online_status: false, retired: AT },
    "^Out of service: it cannot connect$",
    "^Out of service: it cannot connect$",
  ],
])("%j reads %s, and %s once that is old", (station, live, old) => {
  expect(connectionText(station, { ...times, isStale: false }).text).toMatch(new RegExp(live));
  expect(connectionText(station, { ...times, isStale: true }).text).toMatch(new RegExp(old));
});
