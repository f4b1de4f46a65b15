import { DAY_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { addOrganization, addStation } from "../../test/stations.ts";
import { recomputeBaselines } from "./baseline-queries.ts";

const { db } = await testDatabase();
const org_id = await addOrganization(db, "Harbor Air");
const now = Date.parse("2026-03-01T12:00:30.000Z");
const daysAgo = (days: number) => new Date(now - days * DAY_MS).toISOString();
const minuteOf = (at: number) => new Date(Math.floor(at / MINUTE_MS) * MINUTE_MS).toISOString();

let count = 0;

/** A station with a history: its swap totals by how many days ago they were reached. */
async function station(
  points: Record<string, number>,
  more: { created?: string; shipped?: string } = {},
): Promise<string> {
  const name = await addStation(db, { name: `gc-${++count}`, org_id, created: daysAgo(500), ...more });
  await db.insertInto("station_states").values({ station_name: name }).execute();
  const rest = { error_count: 0, online: true, door: "closed", pad: "empty" } as const;
  for (const [days, swaps_performed] of Object.entries(points)) {
    const minute = minuteOf(now - Number(days) * DAY_MS);
    await db
      .insertInto("station_history")
      .values({ station_name: name, minute, swaps_performed, ...rest })
      .execute();
  }
  return name;
}

async function baselines(name: string) {
  await recomputeBaselines(db, now);
  return db
    .selectFrom("station_states")
    .select([
      "swaps_year",
      "swaps_months_3",
      "swaps_months_1",
      "swaps_week",
      "swaps_day",
      "swaps_shipment",
      "errors_shipment",
    ])
    .where("station_name", "=", name)
    .executeTakeFirstOrThrow();
}

const nothing = { swaps_shipment: null, errors_shipment: null };

// @spec 138.14
test("a baseline is the total at the start of its period", async () => {
  const name = await station({ 400: 100, 200: 150, 60: 180, 10: 200, 3: 210, 0.5: 220 });
  expect(await baselines(name)).toEqual({
    ...nothing,
    swaps_year: 100,
    swaps_months_3: 150,
    swaps_months_1: 180,
    swaps_week: 200,
    swaps_day: 210,
  });
});

// @spec 138.14
test("a baseline is unknown if the history does not reach back that far", async () => {
  const name = await station({ 20: 50 });
  expect(await baselines(name)).toEqual({
    ...nothing,
    swaps_year: null,
    swaps_months_3: null,
    swaps_months_1: null,
    swaps_week: 50,
    swaps_day: 50,
  });
});

test("a baseline is 0 if the station was added later", async () => {
  const name = await station({ 20: 50 }, { created: daysAgo(25) });
  expect(await baselines(name)).toMatchObject({ swaps_year: 0, swaps_months_3: 0, swaps_months_1: 0, swaps_week: 50 });
});

test("a station without history has no baselines", async () => {
  expect(await baselines(await station({}))).toMatchObject({ swaps_year: null, swaps_day: null });
});

test("a point is valid from the end of its minute, so the point of the period's first minute is too late", async () => {
  const name = await station({});
  const began = now - DAY_MS;
  const rest = { station_name: name, error_count: 0, online: true, door: "closed", pad: "empty" } as const;
  await db
    .insertInto("station_history")
    .values([
      { ...rest, minute: minuteOf(began - MINUTE_MS), swaps_performed: 7 },
      { ...rest, minute: minuteOf(began), swaps_performed: 9 },
    ])
    .execute();
  expect(await baselines(name)).toMatchObject({ swaps_day: 7 });
});

test("swaps and errors at shipment are the totals at the start of the day of shipment", async () => {
  const shipped = daysAgo(100).slice(0, 10);
  const name = await station({ 150: 30, 101: 40, 99: 60 }, { shipped });
  await db
    .insertInto("station_errors")
    .values([
      { station_name: name, error_message: "before", time_logged: daysAgo(120) },
      { station_name: name, error_message: "reported late", time_logged: daysAgo(50), occurred: daysAgo(110) },
      { station_name: name, error_message: "after", time_logged: daysAgo(90) },
      {
        station_name: name,
        error_message: "of a wrong clock",
        time_logged: daysAgo(120),
        occurred: "2036-01-01T00:00:00.000Z",
      },
    ])
    .execute();
  expect(await baselines(name)).toMatchObject({ swaps_shipment: 40, errors_shipment: 3 });
});

test("boards are notified only of stations whose baselines changed", async () => {
  const name = await station({ 400: 100 });
  await recomputeBaselines(db, now);
  const marks = () => db.selectFrom("stations").select(["name", "changed_xid"]).orderBy("name").execute();
  const before = await marks();
  await recomputeBaselines(db, now);
  expect(await marks()).toEqual(before);
  const point = {
    minute: minuteOf(now - 2 * DAY_MS),
    error_count: 0,
    online: true,
    door: "closed",
    pad: "empty",
  } as const;
  await db
    .insertInto("station_history")
    .values({ station_name: name, swaps_performed: 101, ...point })
    .execute();
  await recomputeBaselines(db, now);
  const after = await marks();
  expect(after.filter((mark, index) => mark.changed_xid !== before[index]?.changed_xid)).toMatchObject([{ name }]);
});
