import { expect, test } from "vitest";
import { connectionText } from "./link-card.tsx";

const AT = "2026-03-01T12:04:00.000Z";
const station = { last_active: AT, telemetry_enabled: true, retired: null };
const times = { since: Date.parse(AT), evaluatedAt: Date.parse(AT) };
const MOMENT = String.raw`Mar 1(?: 2026)?, \d\d:\d\d`;

test.each([
  [
    { ...station, last_active: null, last_online_status: false },
    "Waiting for first contact",
    `^No contact as of ${MOMENT}$`,
  ],
  [
    { ...station, last_online_status: true },
    String.raw`^Connected, last active at \d\d:\d\d$`,
    `^Connected as of ${MOMENT}$`,
  ],
  [
    { ...station, last_online_status: false },
    "^Not connected, last active .*2026",
    `^Not connected as of ${MOMENT}, last active .*2026`,
  ],
  [
    { ...station, last_online_status: false, telemetry_enabled: false },
    "^Out of service: it cannot connect$",
    "^Out of service: it cannot connect$",
  ],
  [
    { ...station, last_online_status: false, retired: AT },
    "^Out of service: it cannot connect$",
    "^Out of service: it cannot connect$",
  ],
])("%j reads %s, and %s once that is old", (station, live, old) => {
  expect(connectionText(station, { ...times, isStale: false }, { isDisconnected: false }).text).toMatch(
    new RegExp(live),
  );
  expect(connectionText(station, { ...times, isStale: true }, { isDisconnected: false }).text).toMatch(new RegExp(old));
});
