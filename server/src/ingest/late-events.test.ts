import * as fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase, insertRow } from "../../test/database.ts";
import { eventRig, failure } from "../../test/event-rig.ts";
import { addPoints } from "../../test/history.ts";
import { propertyRuns } from "../../../shared/test/property-runs.ts";
import { addOrganization, addStation } from "../../test/stations.ts";
import { countInHistory, countLater, findLate, POINTS_AT_ONCE, type HistoryEvent } from "./history-queries.ts";
import { countLate } from "./events/store-events.ts";

const { db } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
const MINUTE = 60_000;
const began = Date.parse("2026-03-01T12:00:00.000Z");
const timeAt = (minute: number, second = 0) => new Date(began + minute * MINUTE + second * 1_000).toISOString();

test("an event from before thousands of points changes only the newest ones when it is stored, and the others soon after", async () => {
  const it = await eventRig(db, orgId);
  const age = 3 * POINTS_AT_ONCE;
  const points = Array.from({ length: age }, (_, nth) => ({
    minute: timeAt(-nth - 1),
    swaps_performed: 10,
  }));
  await addPoints(db, it.name, points);
  const counted = async () => (await it.history()).map((point) => Number(point.split(" ")[2]));

  await it.deliver(failure("e1", it.rig.now - (age - 10) * MINUTE));
  const changed = (await counted()).filter((errors) => errors > 0);
  expect(changed).toHaveLength(POINTS_AT_ONCE);
  expect((await counted()).at(-1)).toBe(1);
  // Points that are added meanwhile continue from the one before.
  it.rig.now += MINUTE;
  await it.deliver(failure("e2", it.rig.now));
  expect((await counted()).at(-1)).toBe(2);

  await countLate(db);
  expect(await counted()).toEqual([...Array(10).fill(0), ...Array(age - 9).fill(1), 2]);
  await it.rig.stop();
});

type Change = { minute: number; second: number; kind: "swap" | "station_error" | "door"; door: "open" | "closed" };

const changes = fc.array(
  fc.record({
    minute: fc.integer({ min: -1, max: 12 }),
    second: fc.nat(59),
    kind: fc.constantFrom("swap" as const, "station_error" as const, "door" as const),
    door: fc.constantFrom("open" as const, "closed" as const),
  }),
  { minLength: 1, maxLength: 12 },
);

let count = 0;

async function newStation(): Promise<string> {
  const name = await addStation(db, { name: `gc-late-${++count}`, org_id: orgId });
  await db.insertInto("station_states").values({ station_name: name }).execute();
  const points = [0, 2, 3, 5, 8, 9].map((minute) => ({
    minute: timeAt(minute),
    door: minute === 5 ? ("open" as const) : ("closed" as const),
    // As an event leaves it.
    door_reported: ![3, 9].includes(minute),
    pad_reported: ![3, 9].includes(minute),
  }));
  await addPoints(db, name, points);
  return name;
}

/** Stores events one after another; after each, some steps of what is left are done. Returns the history. */
async function store(events: readonly Change[], steps: readonly number[], pointsAtOnce?: number) {
  const station_name = await newStation();
  for (const [nth, { minute, second, kind, door }] of events.entries()) {
    const happened = timeAt(minute, second);
    const facts = JSON.stringify(kind === "door" ? { door } : {});
    await insertRow(db, "station_events", {
      station_name,
      event_id: `e${nth}`,
      kind,
      happened,
      received: happened,
      facts,
    });
    const event: HistoryEvent = {
      station_name,
      minute: timeAt(minute),
      swaps: kind === "swap" ? 1 : 0,
      errors: kind === "station_error" ? 1 : 0,
      door: kind === "door",
      pad: false,
    };
    await countInHistory(db, [event], pointsAtOnce);
    for (let step = 0; step < (steps[nth % steps.length] ?? 0); step++)
      await countLater(db, station_name, pointsAtOnce);
  }
  while ((await findLate(db, "")) !== undefined) await countLater(db, station_name, pointsAtOnce);
  const { rows } = await sql`
    select minute, swaps_performed, error_count, online, door, pad, door_reported, has_error from station_history
    where station_name = ${station_name} order by minute`.execute(db);
  return rows;
}

test("the history is the same whether late events are counted at once or in steps, with other events between them", async () => {
  await fc.assert(
    fc.asyncProperty(
      changes,
      fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 4 }),
      async (events, steps, pointsAtOnce) => {
        expect(await store(events, steps, pointsAtOnce)).toEqual(await store(events, [0]));
      },
    ),
    propertyRuns("ORDER", 10),
  );
});
