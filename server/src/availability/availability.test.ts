import { availabilityFigures } from "@groundcrew/shared/availability";
import { DAY_MS } from "@groundcrew/shared/lib";
import { sumSeconds } from "@groundcrew/shared/readiness";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { at, availabilityRig, NOVEMBER, OCTOBER, withoutBattery } from "../../test/availability-rig.ts";
import { FIELD, HARBOR } from "../../test/calls-rig.ts";
import { insertMonth } from "./queries.ts";
import { historyChange } from "../../../shared/test/readiness-history.ts";
import { rollUpDays } from "../readiness/index.ts";
import { storeMonths } from "./store-months.ts";

const NOTHING = { days: [], lost: [], stations: [] };
const { call, clock, db, ofField, ofHarbor, orgs, record, report } = await availabilityRig();

describe("the report of a month", () => {
  test("adds up the times of all stations, to the second", async () => {
    await record([
      ofHarbor(at(1), "ready"),
      ofHarbor(at(3), "not_ready", withoutBattery),
      ofHarbor(at(3, 12), "limited"),
      ofHarbor(at(10), "not_ready", { maintenance: true }),
      ofHarbor(at(11), "ready"),
      ofField(at(1), "unknown", { link: false }),
      ofField(at(2), "ready"),
      ofField(at(30, 23), "not_ready", withoutBattery),
    ]);
    const found = await report("admin", "month=2026-10");
    const month = 31 * 86_400;
    expect(found).toMatchObject({
      from: "2026-10-01",
      to: "2026-10-31",
      month: "2026-10",
      org_id: null,
      organization: null,
    });
    expect(found.total).toEqual({
      ready_s: month - 86_400 - 7 * 86_400 + (month - 86_400 - 86_400 - 3_600),
      limited_s: 6.5 * 86_400,
      not_ready_s: 12 * 3_600 + 25 * 3_600,
      unknown_s: 86_400,
      maintenance_s: 86_400,
      not_recorded_s: 0,
      uncounted_s: 0,
      link_s: 2 * month - 86_400 - 86_400,
      outages: 3,
      outage_s: 37 * 3_600 + 86_400,
      longest_s: 25 * 3_600,
    });
    expect(found.days?.map(({ day }) => day)).toEqual(found.days?.map(({ day }) => day).toSorted());
    expect(found.days?.[2]).toMatchObject({ day: "2026-10-03", not_ready_s: 12 * 3_600, ready_s: 86_400 });
    expect(found.lost).toEqual([
      { state: "not_ready", title: "No charged battery", seconds: 37 * 3_600, stations: 2 },
      { state: "unknown", title: "Offline", seconds: 86_400, stations: 1 },
    ]);
    expect(found.stations.map(({ station, cause }) => [station, cause])).toEqual([
      [HARBOR, "No charged battery"],
      [FIELD, "No charged battery"],
    ]);
  });

  test("says since which day days that have ended are still being counted", async () => {
    const since = async (query: string) => (await report("admin", query)).counting_since;
    expect(await since("month=2026-10")).toBe(null);
    await record([ofHarbor(at(1), "ready")], OCTOBER, at(10, 1));
    expect(await since("month=2026-10")).toBe("2026-10-10");
    expect(await since("from=2026-10-12&to=2026-10-20")).toBe("2026-10-12");
    expect(await since("from=2026-10-01&to=2026-10-09")).toBe(null);
    await rollUpDays(db, clock.now);
    expect(await since("month=2026-10")).toBe(null);
    // Today has not ended.
    expect(await since("month=2026-11")).toBe(null);
  });

  // @spec R3.2
  test("counts an outage in each month in which it was one, with its whole length", async () => {
    clock.now = at(36);
    await record([ofHarbor(at(1), "ready"), ofHarbor(at(31), "unknown"), ofHarbor(at(33), "ready")], OCTOBER);
    const [october, november] = [await report("admin", "month=2026-10"), await report("admin", "month=2026-11")];
    expect(october.total).toMatchObject({ outages: 1, outage_s: 86_400, longest_s: 86_400 });
    expect(november.total).toMatchObject({ outages: 1, outage_s: 86_400, longest_s: 2 * 86_400 });
    expect((await report("admin", "from=2026-10-30&to=2026-11-03")).total).toMatchObject({
      outages: 1,
      outage_s: 2 * 86_400,
    });
  });

  test("has the month before by days, and none for a range", async () => {
    clock.now = at(36);
    await record([ofHarbor(at(20), "ready")], at(20));
    const { before } = await report("admin", "month=2026-11");
    expect(before?.days.length).toBe(12);
    expect(before?.total).toMatchObject({ ready_s: 12 * 86_400 });
    expect((await report("admin", "from=2026-10-25&to=2026-11-02")).before).toBe(null);
  });

  test("is the last one that has ended, or the current one if nothing was recorded before", async () => {
    expect((await report("admin", "")).month).toBe("2026-11");
    await record([ofHarbor(at(30), "ready")]);
    expect((await report("admin", "")).month).toBe("2026-10");
    expect((await report("field user", "")).month).toBe("2026-11");
    await sql`update readiness_day_sums set day = '2026-11-01' where day = '2026-10-30'`.execute(db);
    await sql`delete from readiness_day_sums where day < '2026-11-01'`.execute(db);
    expect((await report("admin", "")).month).toBe("2026-11");
  });
});

describe("who sees what", () => {
  // @spec R3.3
  test("customers see their stations and what they had, without the title of one that was moved", async () => {
    await record([
      ofHarbor(at(1), "ready"),
      ofHarbor(at(5), "unknown", { org_id: orgs.field }),
      ofField(at(1), "limited"),
    ]);
    const harbor = await report("harbor user", "month=2026-10");
    expect(harbor).toMatchObject({ org_id: orgs.harbor, organization: "Harbor Air", incidents: null });
    expect(harbor.stations).toMatchObject([
      { station: HARBOR, ready_s: 4 * 86_400, unknown_s: 0, serial_number: `Serial of ${HARBOR}` },
    ]);
    expect(harbor.lost).toEqual([]);
    const field = await report("field user", "month=2026-10");
    expect(field.stations).toMatchObject([
      { station: HARBOR, ready_s: 0, unknown_s: 27 * 86_400, serial_number: null, description: null },
      { station: FIELD, limited_s: 31 * 86_400, serial_number: `Serial of ${FIELD}` },
    ]);
    expect((await report("admin", `month=2026-10&org_id=${orgs.field}`)).total).toEqual(field.total);
  });

  test("another organization is as one that does not exist", async () => {
    expect((await call("harbor user", `/availability?org_id=${orgs.field}`)).statusCode).toBe(404);
    expect((await call("harbor user", "/availability?org_id=999999")).statusCode).toBe(404);
    expect((await call("admin", "/availability?org_id=999999")).statusCode).toBe(404);
  });

  test.each([
    ["month=0000-01", 422],
    ["month=1999-12", 422],
    ["month=2000-01", 200],
    ["month=2999-12", 200],
    ["from=0000-01-01&to=0000-01-02", 422],
    ["from=1999-12-30&to=1999-12-31", 422],
    ["from=2000-01-01&to=2000-01-02", 200],
    ["from=2999-12-30&to=2999-12-31", 200],
    ["from=9999-12-30&to=9999-12-31", 422],
  ])("%s is answered with %d", async (query, status) => {
    expect((await call("admin", `/availability?${query}`)).statusCode).toBe(status);
  });

  test("admins see how many incidents were reported", async () => {
    const entry = (created: string, status: string, station_name = HARBOR) => ({
      station_name,
      author: "Ana",
      content: "Latch",
      status,
      created,
    });
    await db
      .insertInto("support_log_entries")
      .values([
        entry("2026-10-01T00:00:00.000Z", "incident_resolved"),
        entry("2026-10-31T23:59:59.000Z", "incident_pending", FIELD),
        entry("2026-11-01T00:00:00.000Z", "incident_pending"),
        entry("2026-10-02T00:00:00.000Z", "note"),
      ])
      .execute();
    expect((await report("admin", "month=2026-10")).incidents).toEqual({ reported: 2, resolved: 1 });
    expect((await report("admin", `month=2026-10&org_id=${orgs.harbor}`)).incidents).toEqual({
      reported: 1,
      resolved: 1,
    });
    expect((await report("staff", "month=2026-10")).incidents).toBe(null);
  });
});

test("mocked stations are in no report", async () => {
  const setActual = (actual: boolean) => db.updateTable("stations").set({ actual }).where("name", "=", FIELD).execute();
  await setActual(false);
  onTestFinished(async () => void (await setActual(true)));
  const incident = { station_name: FIELD, author: "Ana", content: "Latch", status: "incident_pending" };
  await db.deleteFrom("support_log_entries").execute();
  await db
    .insertInto("support_log_entries")
    .values({ ...incident, created: "2026-10-04T00:00:00.000Z" })
    .execute();
  await record([ofHarbor(at(1), "ready"), ofField(at(1), "not_ready")]);
  const found = await report("admin", "month=2026-10");
  expect(found.stations.map(({ station }) => station)).toEqual([HARBOR]);
  expect(found.total).toMatchObject({ ready_s: 31 * 86_400, not_ready_s: 0, outages: 0 });
  expect(found.lost).toEqual([]);
  expect((await report("admin", `month=2026-10&org_id=${orgs.field}`)).incidents).toEqual({ reported: 0, resolved: 0 });
});

// @spec R1.4
test("a station that becomes a mocked one leaves reports but not stored months, and is in them again as a real one", async () => {
  const setActual = (actual: boolean) => db.updateTable("stations").set({ actual }).where("name", "=", FIELD).execute();
  onTestFinished(async () => void (await setActual(true)));
  await record([
    ofHarbor(at(1), "ready"),
    ofHarbor(at(25), "not_ready", withoutBattery),
    ofHarbor(at(25, 1), "ready"),
    ofField(at(1), "not_ready", withoutBattery),
    historyChange(at(20), "not_ready", { station: FIELD, org_id: orgs.harbor, ...withoutBattery }),
  ]);
  const all = "month=2026-10";
  const ofFields = `${all}&org_id=${orgs.field}`;
  const before = [await report("admin", all), await report("admin", ofFields)];
  await setActual(false);
  const without = await report("admin", all);
  expect(without.stations.map(({ station }) => station)).toEqual([HARBOR]);
  expect(without.lost).toMatchObject([{ seconds: 3_600, stations: 1 }]);
  expect(without.total).toMatchObject({ not_ready_s: 3_600, longest_s: 3_600 });
  expect(sumSeconds(without.days ?? [])).toEqual(without.total);
  expect(await report("admin", ofFields)).toMatchObject({ days: [], stations: [], lost: [] });
  await setActual(true);
  expect([await report("admin", all), await report("admin", ofFields)]).toEqual(before);
  await storeMonths(db, NOVEMBER + 2 * DAY_MS);
  await setActual(false);
  expect((await report("admin", all)).stations.map(({ station }) => station)).toEqual([HARBOR, FIELD]);
});

describe("a stored month", () => {
  // @spec R3.8
  test("is stored two days after its end, and never changes", async () => {
    await record([ofHarbor(at(1), "ready"), ofField(at(3), "ready"), ofField(at(4), "unknown")]);
    const before = await report("admin", "month=2026-10");
    await storeMonths(db, NOVEMBER + 2 * DAY_MS - 1);
    expect((await report("admin", "month=2026-10")).stored).toBe(null);
    const stored = NOVEMBER + 2 * DAY_MS;
    await storeMonths(db, stored);
    await sql`update readiness_days set ready_s = 0, limited_s = ready_s`.execute(db);
    await storeMonths(db, stored + 30 * DAY_MS);
    const after = await report("admin", "month=2026-10");
    expect(after.stored).toBe(new Date(stored).toISOString());
    await sql`update readiness_day_sums set ready_s = 0`.execute(db);
    expect((await report("admin", "month=2026-11")).before?.total).toMatchObject({ ready_s: before.total.ready_s });
    expect({ ...after, stored: null }).toEqual(before);
    const harbor = await report("harbor user", "month=2026-10");
    expect(harbor.stations.map(({ station }) => station)).toEqual([HARBOR]);
    expect(availabilityFigures(harbor.total).readyOnly).toBe(10_000);
  });

  test("is not stored before all of its days are rolled up", async () => {
    await record([ofHarbor(at(1), "ready")]);
    await sql`update readiness_rollup set until = '2026-10-31'`.execute(db);
    await storeMonths(db, at(40));
    expect((await report("admin", "month=2026-10")).stored).toBeNull();
    await rollUpDays(db, at(40));
    await storeMonths(db, at(40));
    expect((await report("admin", "month=2026-10")).stored).not.toBeNull();
  });

  test("is completed if storing it was interrupted", async () => {
    await record([ofHarbor(at(1), "ready"), ofField(at(1), "ready")]);
    const stopped = new AbortController();
    stopped.abort();
    await storeMonths(db, at(40), stopped.signal);
    const first = { month: "2026-10-01", orgId: orgs.harbor, stored: "2026-11-03T00:00:00.000Z" };
    await insertMonth(db, first, { ...NOTHING, swaps: [], incidents: { reported: 0, resolved: 0 }, rule_changes: [] });
    await storeMonths(db, at(40));
    const { rows: months } = await sql`
      select org_id, json_array_length(days::json) as days from availability_months order by org_id`.execute(db);
    expect(months).toEqual([
      { org_id: orgs.harbor, days: 0 },
      { org_id: orgs.field, days: 31 },
      { org_id: null, days: 31 },
    ]);
  });
});

test.each([
  "month=2026-13",
  "month=2026-10&from=2026-10-01&to=2026-10-02",
  "from=2026-10-01",
  "from=2026-10-02&to=2026-10-01",
  "from=2025-01-01&to=2026-02-05",
])("%s is refused", async (query) => {
  expect((await call("admin", `/availability?${query}`)).statusCode).toBe(422);
});

// @spec R3.6
test("a range may have 400 days", async () => {
  expect((await call("admin", "/availability?from=2025-01-01&to=2026-02-04")).statusCode).toBe(200);
});
