import { NO_SECONDS, sumSeconds } from "@groundcrew/shared/readiness";
import { DAY_MS } from "@groundcrew/shared/lib";
import { beforeEach, expect, test } from "vitest";
import { at, availabilityRig, NOVEMBER, withoutBattery } from "../../test/availability-rig.ts";
import { FIELD, HARBOR, type Who } from "../../test/calls-rig.ts";
import { addPlace, addTag } from "../../test/places.ts";
import { addEachStation, addStation } from "../../test/stations.ts";
import { addRows, addTotals } from "../../test/swap-totals.ts";
import { storeMonths } from "./store-months.ts";

const { call, clock, db, ofField, ofHarbor, orgs, record, report } = await availabilityRig();
const OTHER = await addStation(db, { name: "gc-00000000000c", org_id: orgs.harbor, station_type: "universal" });
const pier = await addPlace(db, { org_id: orgs.harbor, name: "Pier" }, [HARBOR]);
const yard = await addPlace(db, { org_id: orgs.harbor, name: "Yard" }, [OTHER]);
const farm = await addPlace(db, { org_id: orgs.field, name: "Farm" }, [FIELD]);
await addTag(db, { org_id: orgs.harbor, name: "beta" }, [HARBOR, OTHER]);
await addTag(db, { org_id: orgs.field, name: "beta" }, [FIELD]);
await addTag(db, { org_id: orgs.provider, name: "watched" }, [OTHER]);

const ONE_FAILED = { firmware: "", station_type: "atlas", with_errors: 0, failed: 1, maintenance: 0 };

const swapsOf = (station_name: string, org_id: number, day: string, succeeded: number) => ({
  ...ONE_FAILED,
  station_name,
  org_id,
  day,
  succeeded,
});

const changeOf = (org_id: number | null, station_name: string | null, station_type: string, limit: number) => ({
  at: "2026-10-12T09:00:00.000Z",
  org_id,
  station_name,
  station_type,
  before: [{ rules: {} }],
  after: [{ rules: { no_battery: { limit } } }],
});

/** What happened at the stations in September and October. */
async function recordStations(): Promise<void> {
  await record(
    [
      ofHarbor(at(-1), "ready"),
      ofHarbor(at(3), "not_ready", withoutBattery),
      ofHarbor(at(3, 12), "ready"),
      ofHarbor(at(-1), "ready", { station: OTHER }),
      ofHarbor(at(9), "unknown", { station: OTHER, link: false }),
      ofHarbor(at(11), "ready", { station: OTHER }),
      ofField(at(1), "limited"),
    ],
    at(-1),
  );
  await addRows(db, "swap_days", [
    swapsOf(HARBOR, orgs.harbor, "2026-09-29", 30),
    swapsOf(OTHER, orgs.harbor, "2026-09-29", 40),
    swapsOf(HARBOR, orgs.harbor, "2026-10-04", 100),
    swapsOf(OTHER, orgs.harbor, "2026-10-04", 200),
    swapsOf(FIELD, orgs.field, "2026-10-04", 400),
  ]);
  await addTotals(db);
  await addRows(db, "readiness_rule_changes", [
    changeOf(null, null, "atlas", 2),
    changeOf(null, null, "universal", 3),
    changeOf(orgs.harbor, HARBOR, "atlas", 4),
    changeOf(orgs.field, null, "atlas", 5),
  ]);
  const incident = { author: "Ana", content: "Latch", created: "2026-10-04T00:00:00.000Z" };
  await db.deleteFrom("support_log_entries").execute();
  await db
    .insertInto("support_log_entries")
    .values([
      { ...incident, station_name: HARBOR, status: "incident_resolved" },
      { ...incident, station_name: OTHER, status: "incident_pending" },
    ])
    .execute();
}

beforeEach(recordStations);
const MONTH = "month=2026-10";
const DAY_S = 86_400;

const stationsOf = async (who: Who, query: string) =>
  (await report(who, `${MONTH}&${query}`)).stations.map(({ station }) => station);

// @spec R8.9
test("a report of a site has the figures of its stations alone", async () => {
  const found = await report("admin", `${MONTH}&site=${pier}`);
  expect(found).toMatchObject({
    org_id: orgs.harbor,
    organization: "Harbor Air",
    site: { id: pier, name: "Pier" },
    tag: null,
    total: { ready_s: 30.5 * DAY_S, not_ready_s: DAY_S / 2, unknown_s: 0, outages: 1, longest_s: DAY_S / 2 },
    lost: [{ title: "No charged battery", seconds: DAY_S / 2, stations: 1 }],
    stations: [{ station: HARBOR, cause: "No charged battery", succeeded: 100, failed: 1 }],
    swaps: { succeeded: 100, with_errors: 0, failed: 1 },
    before: { total: { ready_s: 2 * DAY_S, unknown_s: 0 }, swaps: { succeeded: 30, failed: 1 } },
    incidents: { reported: 1, resolved: 1 },
  });
  expect(found.rule_changes.map(({ text }) => text)).toEqual([
    "charged batteries needed at atlas stations 1 → 2",
    `charged batteries needed at Serial of ${HARBOR} 1 → 4`,
  ]);
  expect(found.days).toHaveLength(31);
  expect(sumSeconds(found.days ?? [])).toEqual(found.total);
  expect((await report("harbor user", `${MONTH}&site=${pier}`)).total).toEqual(found.total);
});

test.each([MONTH, "from=2026-10-02&to=2026-10-25"])("the sites of an organization add up to it: %s", async (days) => {
  const [ofPier, ofYard, ofAll] = await Promise.all(
    [`site=${pier}`, `site=${yard}`, ""].map((place) => report("harbor user", `${days}&${place}`)),
  );
  expect(sumSeconds([ofPier?.total ?? NO_SECONDS, ofYard?.total ?? NO_SECONDS])).toEqual(ofAll?.total);
  expect([...(ofPier?.lost ?? []), ...(ofYard?.lost ?? [])]).toEqual(expect.arrayContaining(ofAll?.lost ?? []));
  expect(ofYard?.lost).toMatchObject([{ title: "Offline", seconds: 2 * DAY_S }]);
});

test("a stored month of a site is what it was, without incidents, which change", async () => {
  const before = await report("admin", `${MONTH}&site=${pier}`);
  await storeMonths(db, NOVEMBER + 2 * DAY_MS);
  await addRows(db, "swap_days", [swapsOf(HARBOR, orgs.harbor, "2026-10-05", 1_000)]);
  await addTotals(db);
  clock.now = at(40);
  const after = await report("admin", `${MONTH}&site=${pier}`);
  expect(after.stored).not.toBeNull();
  const { made: _made, stored: _stored, ...figures } = after;
  expect(before).toMatchObject({ ...figures, incidents: { reported: 1, resolved: 1 } });
  expect(after.incidents).toBeNull();
  const { before: october } = await report("admin", `month=2026-11&site=${pier}`);
  expect(october).toMatchObject({ total: { ready_s: before.total.ready_s }, swaps: before.swaps });
});

test("a tag is one that the caller sees at its stations, and a site and a tag are both needed", async () => {
  expect(await stationsOf("harbor user", "tag=beta")).toEqual([HARBOR, OTHER]);
  expect(await stationsOf("admin", "tag=beta")).toEqual([HARBOR, FIELD, OTHER]);
  expect(await stationsOf("admin", `tag=beta&org_id=${orgs.field}`)).toEqual([FIELD]);
  expect(await stationsOf("admin", `tag=beta&site=${yard}`)).toEqual([OTHER]);
  expect(await stationsOf("admin", "tag=watched")).toEqual([OTHER]);
  for (const who of ["harbor user", "harbor key", "staff"] as const) {
    expect(await report(who, `${MONTH}&tag=watched`)).toMatchObject({ total: NO_SECONDS, lost: [], stations: [] });
  }
});

test("the sites of others are not found", async () => {
  const statusOf = async (who: Who, query: string) => (await call(who, `/availability?${MONTH}&${query}`)).statusCode;
  expect(await statusOf("field user", `site=${pier}`)).toBe(404);
  expect(await statusOf("harbor user", `site=${farm}`)).toBe(404);
  expect(await statusOf("harbor key", `site=${farm}`)).toBe(404);
  expect(await statusOf("admin", "site=999999")).toBe(404);
  expect(await statusOf("admin", "tag=No")).toBe(422);
  expect(await statusOf("admin", `site=${farm}&org_id=${orgs.harbor}`)).toBe(404);
});

test("days of more stations than can be added up are left out, and all other figures are there", async () => {
  const many = Array.from({ length: 775 }, (_, nth) => `gc-${String(nth).padStart(12, "0")}`);
  await addEachStation(
    db,
    many.map((name) => ({ name, org_id: orgs.harbor, site_id: pier })),
  );
  const range = "from=2025-10-01&to=2026-11-04";
  const found = await report("admin", `${range}&site=${pier}`);
  expect([found.days, found.before]).toEqual([null, null]);
  expect(found.total).toMatchObject({ not_ready_s: DAY_S / 2 });
  await db
    .deleteFrom("stations")
    .where("name", "=", many.at(-1) ?? "")
    .execute();
  expect((await report("admin", `${range}&site=${pier}`)).days).toHaveLength(33);
});

test("a station that has moved is in no report of its site before, and in that of its new site from then on", async () => {
  await storeMonths(db, NOVEMBER + 2 * DAY_MS);
  await db.updateTable("stations").set({ org_id: orgs.field }).where("name", "=", HARBOR).execute();
  await db.updateTable("stations").set({ site_id: farm }).where("name", "=", HARBOR).execute();
  expect(await stationsOf("harbor user", "")).toEqual([HARBOR, OTHER]);
  expect(await stationsOf("harbor user", `site=${pier}`)).toEqual([]);
  expect(await stationsOf("harbor user", "tag=beta")).toEqual([OTHER]);
  for (const who of ["field user", "admin"] as const) {
    expect(await stationsOf(who, `site=${farm}`)).toEqual([FIELD]);
  }
});
