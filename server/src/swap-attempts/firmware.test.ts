import type { SwapSuccess } from "@groundcrew/shared/swap-attempts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { callsRig, FIELD, HARBOR, type Who } from "../../test/calls-rig.ts";
import { addRows, addTotals } from "../../test/swap-totals.ts";
import { swapAttemptRoutes } from "./routes.ts";

const now = Date.parse("2026-06-01T12:30:00.000Z");
const { db, call, orgs } = await callsRig({
  now: () => now,
  add: ({ app, db }) => swapAttemptRoutes(app, { db, now: () => now }),
});

const countSince = (swaps_counted_since: string) =>
  db.updateTable("installation").set({ swaps_counted_since }).execute();
const orgOf = (station: string) => (station === HARBOR ? orgs.harbor : orgs.field);
const day = (station_name: string, day: string, firmware: string) => ({
  station_name,
  day,
  firmware,
  org_id: orgOf(station_name),
  station_type: "atlas",
  succeeded: 10,
  with_errors: 0,
  failed: 1,
  maintenance: 0,
});
const failure = (error_id: number, firmware: string, fingerprint_id: number | null) => ({
  station_name: FIELD,
  error_id,
  at: "2026-05-20T10:00:00.000Z",
  outcome: "failed",
  job_id: null,
  errors: 1,
  fingerprint_id,
  firmware,
  org_id: orgs.field,
  station_type: "atlas",
  in_maintenance: false,
});

test("a version of firmware without attempts in the same time before, or in what was counted of it, was introduced, with its stations and its most frequent cause", async () => {
  await sql`
    insert into error_groups (id, title, station_type, state_since, first_seen, last_seen) overriding system value
    values (64, 'Gripper', 'atlas', now(), now(), now())`.execute(db);
  await sql`
    insert into error_fingerprints (id, digest, version, station_type, pattern, group_id) overriding system value
    values (7, 'd', 1, 'atlas', 'Left gripper did not report home', 64)`.execute(db);
  await addRows(db, "swap_days", [
    day(HARBOR, "2026-04-20", "1.4.2"),
    day(HARBOR, "2026-05-19", "1.4.3"),
    day(HARBOR, "2026-05-21", "1.4.2"),
    day(FIELD, "2026-05-20", "1.4.3"),
    day(FIELD, "2026-05-21", "1.4.3"),
    day(FIELD, "2026-05-31", ""),
  ]);
  await addRows(db, "swap_attempts", [
    failure(1, "1.4.3", 7),
    failure(2, "1.4.3", 7),
    failure(3, "1.4.3", null),
    failure(4, "1.4.2", null),
  ]);
  await addTotals(db);
  await countSince("2026-03-01T00:00:00.000Z");
  const introduced = async (who: Who) => {
    const reply = await call(who, "/statistics/swap-success?from=2026-05-03&to=2026-06-01");
    const { firmware } = reply.json<SwapSuccess>();
    return Object.fromEntries(firmware.map((one) => [one.firmware, one.introduced]));
  };
  const since = "2026-05-19T00:00:00.000Z";
  const known = { "1.4.2": null, "": null };
  expect(await introduced("admin")).toEqual({
    ...known,
    "1.4.3": { since, stations: 2, cause: { group: 64, title: "Gripper" } },
  });
  expect(await introduced("harbor user")).toEqual({ "1.4.2": null, "1.4.3": { since, stations: 1, cause: null } });
  // There were no attempts in the time before.
  expect(await introduced("field user")).toEqual({ "1.4.3": null, "": null });
  await countSince("2026-04-20T00:00:00.000Z");
  expect(await introduced("admin")).toMatchObject({ ...known, "1.4.3": { since } });
  // Less than a week before.
  await countSince("2026-04-27T00:00:00.000Z");
  expect(await introduced("admin")).toEqual({ ...known, "1.4.3": null });
});
