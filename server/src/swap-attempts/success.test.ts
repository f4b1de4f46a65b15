import type { SwapSuccess } from "@groundcrew/shared/swap-attempts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { callsRig, FIELD, HARBOR, INVENTED, type Who } from "../../test/calls-rig.ts";
import { addStation } from "../../test/stations.ts";
import { addOnlineDays, addRows, addTotals } from "../../test/swap-totals.ts";
import { swapAttemptRoutes } from "./routes.ts";

const now = Date.parse("2026-06-01T12:30:00.000Z");
const { db, call, orgs } = await callsRig({
  now: () => now,
  add: ({ app, db }) => swapAttemptRoutes(app, { db, now: () => now }),
});
const SHARED = "gc-00000000000c";
await addStation(db, { name: SHARED, org_id: orgs.field, station_type: "global" });
await addStation(db, { name: "gc-00000000000d", org_id: orgs.field });
await db.updateTable("installation").set({ swaps_counted_since: "2026-03-01T00:00:00.000Z" }).execute();

const [gripper, latch] = await Promise.all(
  ["Left gripper did not report home", "Battery latch was not seen open"].map(async (pattern, nth) => {
    const seen = "2026-05-01T00:00:00.000Z";
    const { rows } = await sql<{ group: number; fingerprint: number }>`
      with added as (
        insert into error_groups (title, station_type, state_since, first_seen, last_seen)
        values (${`${pattern} (renamed)`}, 'atlas', ${seen}, ${seen}, ${seen}) returning id
      )
      insert into error_fingerprints (digest, version, station_type, pattern, group_id)
      select ${`d${nth}`}, 1, 'atlas', ${pattern}, id from added returning group_id as "group", id as fingerprint`.execute(
      db,
    );
    return rows[0];
  }),
);

const typeOf = (station: string) => (station === SHARED ? "global" : "atlas");

type Day = { station: string; day: string; org: number; firmware?: string; counts: readonly number[] };

async function addDays(days: readonly Day[]): Promise<void> {
  await addRows(
    db,
    "swap_days",
    days.map(({ station: station_name, day, org: org_id, firmware = "1.4.2", counts }) => {
      const [succeeded = 0, with_errors = 0, failed = 0, maintenance = 0] = counts;
      return {
        station_name,
        day,
        org_id,
        firmware,
        station_type: typeOf(station_name),
        succeeded,
        with_errors,
        failed,
        maintenance,
      };
    }),
  );
}

let errors = 0;
async function addFailures(station_name: string, day: string, org_id: number, causes: readonly (number | null)[]) {
  await addRows(
    db,
    "swap_attempts",
    causes.map((fingerprint_id, minute) => ({
      station_name,
      error_id: ++errors,
      at: `${day}T08:${String(minute).padStart(2, "0")}:00.000Z`,
      outcome: "failed" as const,
      job_id: `job ${errors}`,
      errors: 1,
      fingerprint_id,
      firmware: "1.4.2",
      org_id,
      station_type: typeOf(station_name),
      in_maintenance: false,
    })),
  );
}

const causes = [...Array<number>(3).fill(gripper?.fingerprint ?? 0), latch?.fingerprint ?? 0];
await addDays([
  { station: HARBOR, day: "2026-05-31", org: orgs.harbor, counts: [90, 6, 4, 7] },
  { station: HARBOR, day: "2026-05-30", org: orgs.harbor, firmware: "1.4.3", counts: [10, 0, 0] },
  { station: HARBOR, day: "2026-05-02", org: orgs.harbor, counts: [5, 0, 0] },
  { station: FIELD, day: "2026-05-31", org: orgs.field, counts: [1_000, 0, 1] },
  // Moved from one organization to the other.
  { station: SHARED, day: "2026-05-29", org: orgs.harbor, counts: [8, 0, 1] },
  { station: SHARED, day: "2026-05-30", org: orgs.field, counts: [9, 0, 0] },
  // In the 30 days before.
  { station: HARBOR, day: "2026-04-20", org: orgs.harbor, counts: [50, 0, 50] },
]);
await addFailures(HARBOR, "2026-05-31", orgs.harbor, causes);
await addFailures(FIELD, "2026-05-31", orgs.field, [gripper?.fingerprint ?? 0]);
await addFailures(SHARED, "2026-05-29", orgs.harbor, [null]);
await addTotals(db);

const MONTH = "from=2026-05-03&to=2026-06-01";
async function success(who: Who, query: string): Promise<SwapSuccess> {
  const reply = await call(who, `/statistics/swap-success?${query}`);
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

test("the attempts of 30 days in total, by day, type, firmware and organization, with those before", async () => {
  const all = await success("admin", MONTH);
  expect(all).toMatchObject({
    from: "2026-05-03T00:00:00.000Z",
    to: "2026-06-02T00:00:00.000Z",
    counted_since: "2026-03-01",
    succeeded: 1_117,
    with_errors: 6,
    failed: 6,
    maintenance: 7,
    before: { succeeded: 55, with_errors: 0, failed: 50 },
    span: "day",
    stations_total: 3,
    stations_without: 1,
  });
  expect(all.series).toEqual([
    { time: "2026-05-29T00:00:00.000Z", succeeded: 8, with_errors: 0, failed: 1 },
    { time: "2026-05-30T00:00:00.000Z", succeeded: 19, with_errors: 0, failed: 0 },
    { time: "2026-05-31T00:00:00.000Z", succeeded: 1_090, with_errors: 6, failed: 5 },
  ]);
  expect(all.types).toEqual([
    { station_type: "atlas", succeeded: 1_100, with_errors: 6, failed: 5 },
    { station_type: "global", succeeded: 17, with_errors: 0, failed: 1 },
  ]);
  expect(all.firmware.map(({ firmware, succeeded }) => [firmware, succeeded])).toEqual([
    ["1.4.2", 1_107],
    ["1.4.3", 10],
  ]);
  expect(all.organizations.map(({ name, succeeded, failed }) => [name, succeeded, failed])).toEqual([
    ["Northfield Agri", 1_009, 1],
    ["Harbor Air", 108, 5],
  ]);
});

test("the most frequent causes by group, and the stations, worst first", async () => {
  const all = await success("admin", MONTH);
  expect(all.causes).toEqual([
    {
      group: gripper?.group,
      title: "Left gripper did not report home (renamed)",
      station_type: "atlas",
      failed: 4,
      stations: 2,
    },
    {
      group: latch?.group,
      title: "Battery latch was not seen open (renamed)",
      station_type: "atlas",
      failed: 1,
      stations: 1,
    },
    { group: null, title: "Error without a group", station_type: null, failed: 1, stations: 1 },
  ]);
  expect(all.other_causes).toEqual({ groups: 0, failed: 0 });
  // The third has too few attempts for a rate.
  expect(all.stations.map(({ station, failed, cause }) => [station, failed, cause])).toEqual([
    [HARBOR, 4, "Left gripper did not report home (renamed)"],
    [FIELD, 1, "Left gripper did not report home (renamed)"],
    [SHARED, 1, "Error without a group"],
  ]);
  const byAttempts = await success("admin", `${MONTH}&sort=attempts&limit=1`);
  expect(byAttempts.stations.map(({ station }) => station)).toEqual([FIELD]);
  expect(byAttempts.stations_total).toBe(3);
});

test("others than admins see their organization's attempts, with the patterns of its errors instead of groups", async () => {
  for (const who of ["harbor user", "harbor manager", "harbor key"] as const) {
    const own = await success(who, MONTH);
    expect([own.succeeded, own.with_errors, own.failed]).toEqual([108, 6, 5]);
    expect(own.organizations.map(({ name }) => name)).toEqual(["Harbor Air"]);
    // Of those that are theirs now.
    expect([own.stations_total, own.stations_without]).toEqual([2, 0]);
    expect(own.causes.map(({ group, title }) => [group, title])).toEqual([
      [null, "Left gripper did not report home"],
      [null, "Battery latch was not seen open"],
      [null, "Error without a group"],
    ]);
    // It belongs to another organization now, which may have given it another serial number.
    expect(
      own.stations.map(({ station, serial_number, organization }) => [station, serial_number !== "", organization]),
    ).toEqual([
      [HARBOR, true, "Harbor Air"],
      [SHARED, false, "Harbor Air"],
    ]);
  }
  expect((await success("field user", MONTH)).succeeded).toBe(1_009);
  expect((await call("harbor user", `/statistics/swap-success?org_id=${orgs.field}`)).statusCode).toBe(404);
  expect((await call("nobody", "/statistics/swap-success")).statusCode).toBe(401);
});

test("filters by organization, type and firmware", async () => {
  const failed = async (query: string) => {
    const { failed, causes } = await success("admin", `${MONTH}&${query}`);
    return [failed, causes.reduce((sum, cause) => sum + cause.failed, 0)];
  };
  expect(await failed(`org_id=${orgs.harbor}`)).toEqual([5, 5]);
  expect(await failed("station_type=global")).toEqual([1, 1]);
  expect(await failed("firmware=1.4.3")).toEqual([0, 0]);
});

test("a period of more than 90 days is by week, and what is before the first count is not compared", async () => {
  const long = await success("admin", "from=2026-02-28&to=2026-05-31");
  expect([long.span, long.before]).toEqual(["week", null]);
  expect(long.series.map(({ time }) => time.slice(0, 10))).toEqual(["2026-04-20", "2026-04-27", "2026-05-25"]);
  expect((await success("admin", "from=2026-03-03&to=2026-05-31")).span).toBe("day");
});

test("the time online outside maintenance, and the failures of the same recorded days", async () => {
  expect((await success("admin", MONTH)).online).toBeNull();
  await addOnlineDays(db, [
    { station_name: HARBOR, day: "2026-05-31", org_id: orgs.harbor, link_s: 40_000 },
    { station_name: FIELD, day: "2026-05-31", org_id: orgs.field, link_s: 80_000 },
    { station_name: HARBOR, day: "2026-06-01", org_id: orgs.harbor, link_s: 1 },
  ]);
  await sql`insert into readiness_rollup (until) values ('2026-06-01')`.execute(db);
  const all = await success("admin", MONTH);
  // Not the failure of May 29, before readiness was recorded, nor the current day.
  expect(all.online).toEqual({ seconds: 120_000, failed: 5 });
  expect(all.stations.map(({ online }) => online)).toEqual([
    { seconds: 40_000, failed: 4 },
    { seconds: 80_000, failed: 1 },
    null,
  ]);
  expect((await success("harbor user", MONTH)).online).toEqual({ seconds: 40_000, failed: 4 });
  expect((await success("admin", `${MONTH}&station_type=global`)).online).toBeNull();
  expect((await success("admin", `${MONTH}&firmware=1.4.2`)).online).toBeNull();
});

test("without days, it is the last 24 hours by hour", async () => {
  await addRows(
    db,
    "swap_hours",
    ["2026-05-31T12:00:00.000Z", "2026-05-31T13:00:00.000Z", "2026-06-01T12:00:00.000Z"].map((hour) => ({
      station_name: HARBOR,
      hour,
      firmware: "1.4.2",
      org_id: orgs.harbor,
      station_type: "atlas" as const,
      succeeded: 2,
      with_errors: 0,
      failed: 1,
      maintenance: 0,
    })),
  );
  await addTotals(db);
  const day = await success("admin", "");
  expect([day.from, day.to, day.span, day.failed]).toEqual([
    "2026-05-31T13:00:00.000Z",
    "2026-06-01T13:00:00.000Z",
    "hour",
    2,
  ]);
  expect(day.series.map(({ time }) => time)).toEqual(["2026-05-31T13:00:00.000Z", "2026-06-01T12:00:00.000Z"]);
  expect(day.before).toEqual({ succeeded: 2, with_errors: 0, failed: 1 });
});

test("the attempts of a station that failed or had errors, newest first; those of its time in another organization stay there", async () => {
  const list = async (who: Who, station: string) => call(who, `/stations/${station}/statistics/swap-attempts?${MONTH}`);
  const [first, ...others] = (await list("admin", HARBOR)).json();
  expect(first).toEqual({
    at: "2026-05-31T08:03:00.000Z",
    outcome: "failed",
    in_maintenance: false,
    job_id: "job 4",
    error_id: 4,
    error_at: null,
    errors: 1,
    cause: "Battery latch was not seen open (renamed)",
    group: latch?.group,
    firmware: "1.4.2",
  });
  expect(others).toHaveLength(3);
  expect((await list("harbor user", HARBOR)).json()[0]).toMatchObject({
    cause: "Battery latch was not seen open",
    group: null,
  });
  expect((await list("field user", SHARED)).json()).toEqual([]);
  expect((await list("admin", SHARED)).json()).toHaveLength(1);
  expect((await list("harbor user", FIELD)).statusCode).toBe(404);
  expect((await list("admin", INVENTED)).statusCode).toBe(404);
});
