import type { SwapSuccess } from "@groundcrew/shared/swap-attempts";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { callsRig, FIELD, HARBOR, type Who } from "../../test/calls-rig.ts";
import { addPlace, addTag } from "../../test/places.ts";
import { addStation } from "../../test/stations.ts";
import { addOnlineDays, addRows, addTotals } from "../../test/swap-totals.ts";
import { swapAttemptRoutes } from "./routes.ts";

const now = Date.parse("2026-06-01T12:30:00.000Z");
const { db, call, orgs } = await callsRig({
  now: () => now,
  add: ({ app, db }) => swapAttemptRoutes(app, { db, now: () => now }),
});
const OTHER = await addStation(db, { name: "gc-00000000000c", org_id: orgs.harbor });
const MOVED = await addStation(db, { name: "gc-00000000000d", org_id: orgs.harbor });
await db.updateTable("installation").set({ swaps_counted_since: "2026-03-01T00:00:00.000Z" }).execute();

type Counted = { station_name: string; org_id: number; day?: string; hour?: string; counts: readonly number[] };

async function addCounts(table: "swap_days" | "swap_hours", rows: readonly Counted[]): Promise<void> {
  await addRows(
    db,
    table,
    rows.map(({ counts: [succeeded = 0, with_errors = 0, failed = 0, maintenance = 0], ...row }) =>
      Object.assign({ firmware: "1.4.2", station_type: "atlas", succeeded, with_errors, failed, maintenance }, row),
    ),
  );
}

await addCounts("swap_days", [
  { station_name: HARBOR, day: "2026-05-31", org_id: orgs.harbor, counts: [90, 6, 4, 7] },
  { station_name: HARBOR, day: "2026-05-12", org_id: orgs.harbor, counts: [20, 0, 1] },
  { station_name: OTHER, day: "2026-05-31", org_id: orgs.harbor, counts: [10, 0, 2] },
  { station_name: FIELD, day: "2026-05-31", org_id: orgs.field, counts: [1_000, 0, 3] },
  { station_name: MOVED, day: "2026-05-29", org_id: orgs.harbor, counts: [8, 0, 1] },
  { station_name: MOVED, day: "2026-05-30", org_id: orgs.field, counts: [9, 0, 0] },
  // In the 30 days before.
  { station_name: HARBOR, day: "2026-04-20", org_id: orgs.harbor, counts: [50, 0, 50] },
  { station_name: OTHER, day: "2026-04-20", org_id: orgs.harbor, counts: [1, 0, 0] },
]);
await addCounts("swap_hours", [
  { station_name: HARBOR, hour: "2026-06-01T08:00:00Z", org_id: orgs.harbor, counts: [5, 0, 0] },
  { station_name: OTHER, hour: "2026-06-01T08:00:00Z", org_id: orgs.harbor, counts: [6, 0, 0] },
]);
await addTotals(db);
await addOnlineDays(db, [
  { station_name: FIELD, day: "2026-05-03", org_id: orgs.field, link_s: 1 },
  { station_name: HARBOR, day: "2026-05-31", org_id: orgs.harbor, link_s: 9_000 },
  { station_name: HARBOR, day: "2026-05-12", org_id: orgs.harbor, link_s: 500 },
  { station_name: OTHER, day: "2026-05-31", org_id: orgs.harbor, link_s: 4_000 },
]);
await addRows(db, "readiness_rollup", [{ only_one: true, until: "2026-06-01", thirds_until: null }]);

const failure = { at: "2026-05-31T08:00:00Z", outcome: "failed", errors: 1, firmware: "1.4.2", in_maintenance: false };
await addRows(
  db,
  "swap_attempts",
  [
    { station_name: HARBOR, org_id: orgs.harbor },
    { station_name: OTHER, org_id: orgs.harbor },
    { station_name: OTHER, org_id: orgs.harbor },
  ].map((station, index) => Object.assign({ error_id: index + 1, station_type: "atlas" }, failure, station)),
);

const pier = await addPlace(db, { org_id: orgs.harbor, name: "Pier" }, [HARBOR, MOVED]);
await addTag(db, { org_id: orgs.harbor, name: "beta" }, [HARBOR, OTHER, MOVED]);
await addTag(db, { org_id: orgs.field, name: "beta" }, [FIELD]);
await addTag(db, { org_id: orgs.provider, name: "watched" }, [HARBOR]);
// The station leaves its site and its tags.
await db.updateTable("stations").set({ org_id: orgs.field }).where("name", "=", MOVED).execute();
const farm = await addPlace(db, { org_id: orgs.field, name: "Farm" }, [MOVED]);

const MONTH = "from=2026-05-03&to=2026-06-01";

async function success(who: Who, query: string): Promise<SwapSuccess> {
  const reply = await call(who, `/statistics/swap-success?${query}`);
  expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)]);
  return reply.json();
}

/** How many attempts succeeded without errors, and at which stations there were some. */
async function counted(who: Who, query: string): Promise<[number, string[]]> {
  const { succeeded, stations } = await success(who, `${MONTH}&sort=name&${query}`);
  return [succeeded, stations.map(({ station }) => station)];
}

// @spec R8.8
test.each(["admin", "harbor user"] as const)("all figures of a site are those of its stations: %s", async (who) => {
  const ofPier = await success(who, `${MONTH}&site=${pier}`);
  const counts = { succeeded: 110, with_errors: 6, failed: 5 };
  expect(ofPier).toMatchObject({
    ...counts,
    maintenance: 7,
    before: { succeeded: 50, with_errors: 0, failed: 50 },
    online: { seconds: 9_500, failed: 5 },
    series: [
      { time: "2026-05-12T00:00:00.000Z", succeeded: 20, with_errors: 0, failed: 1 },
      { time: "2026-05-31T00:00:00.000Z", succeeded: 90, with_errors: 6, failed: 4 },
    ],
    types: [{ station_type: "atlas", ...counts }],
    firmware: [{ firmware: "1.4.2", ...counts }],
    organizations: [{ org_id: orgs.harbor, ...counts }],
    stations: [{ station: HARBOR, ...counts }],
    stations_total: 1,
    stations_without: 0,
  });
  expect(ofPier.causes).toMatchObject([{ failed: 1, stations: 1 }]);
});

test("the last hours of a site are those of its stations", async () => {
  expect(await success("admin", `site=${pier}`)).toMatchObject({ span: "hour", succeeded: 5, stations_total: 1 });
});

test("the time online of a site is read from sums of thirds of months where there are some", async () => {
  const none = { ready_s: 0, limited_s: 0, not_ready_s: 0, unknown_s: 0, maintenance_s: 0, not_recorded_s: 0 };
  const rest = { uncounted_s: 0, outages: 0, outage_s: 0, longest_s: 0, continued: false, lost_ids: [], lost_s: [] };
  const third = { station_name: HARBOR, third: "2026-05-11", org_id: orgs.harbor, link_s: 70_000 };
  await addRows(db, "readiness_thirds", [{ ...third, ...none, ...rest }]);
  await sql`update readiness_rollup set thirds_until = '2026-05-21'`.execute(db);
  onTestFinished(async () => void (await sql`update readiness_rollup set thirds_until = null`.execute(db)));
  expect((await success("admin", `${MONTH}&site=${pier}`)).online).toEqual({ seconds: 79_000, failed: 5 });
});

test("a tag is one that the caller sees at its stations, and a site and a tag are both needed", async () => {
  expect(await counted("harbor user", "tag=beta")).toEqual([120, [HARBOR, OTHER]]);
  expect(await counted("admin", "tag=beta")).toEqual([1_120, [HARBOR, FIELD, OTHER]]);
  expect(await counted("admin", `tag=beta&org_id=${orgs.field}`)).toEqual([1_000, [FIELD]]);
  expect(await counted("admin", `tag=beta&site=${pier}`)).toEqual([110, [HARBOR]]);
  expect(await counted("admin", "tag=watched")).toEqual([110, [HARBOR]]);
  for (const who of ["harbor user", "harbor key", "staff"] as const) {
    expect(await counted(who, "tag=watched")).toEqual([0, []]);
  }
  expect(await counted("field user", "tag=unknown")).toEqual([0, []]);
});

test("the sites of others are not found", async () => {
  const statusOf = async (who: Who, query: string) =>
    (await call(who, `/statistics/swap-success?${MONTH}&${query}`)).statusCode;
  expect(await statusOf("field user", `site=${pier}`)).toBe(404);
  expect(await statusOf("harbor user", `site=${farm}`)).toBe(404);
  expect(await statusOf("harbor key", `site=${farm}`)).toBe(404);
  expect(await statusOf("admin", "site=999999")).toBe(404);
  expect(await statusOf("admin", "tag=No")).toBe(422);
  expect(await statusOf("admin", `site=${farm}&org_id=${orgs.harbor}`)).toBe(404);
});

test("a station that has moved counts at its site from then on, for all who see it", async () => {
  for (const who of ["field user", "staff", "admin"] as const) {
    expect(await counted(who, `site=${farm}`)).toEqual([9, [MOVED]]);
  }
});
