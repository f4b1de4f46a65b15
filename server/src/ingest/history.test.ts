import { DAY_MS } from "@groundcrew/shared/lib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { addOrganization, addStation, envelope, teleOf } from "../../test/stations.ts";
import { storedState, TelemetryRig } from "../../test/telemetry-rig.ts";

const { db } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
let rig: TelemetryRig;
let name: string;
let count = 0;

beforeEach(async () => {
  rig = new TelemetryRig(db);
  name = await addStation(db, { name: `gc-${String(++count).padStart(12, "0")}`, org_id: orgId });
  await rig.start();
});

afterEach(() => rig.stop());

async function history() {
  return db
    .selectFrom("station_history")
    .select(["minute", "swaps_performed", "error_count", "online", "door", "pad"])
    .where("station_name", "=", name)
    .orderBy("minute")
    .execute();
}

const resting = { swaps_performed: 10, door: "closed", pad: "empty" } as const;

test("a birth is the first point of a station's history", async () => {
  await rig.born(name, { status: resting });
  expect(await history()).toEqual([{ minute: "2026-03-01T12:00:00.000Z", ...resting, error_count: 0, online: true }]);
});

test("a snapshot with the same values as the last point adds no point", async () => {
  const station = await rig.born(name, { status: resting });
  rig.now += 60_000;
  await station.deliver("tele", teleOf(envelope(1, 2), { ...resting, internal_temperature: 90 }));
  expect(await history()).toHaveLength(1);
});

test.each([
  { change: { swaps_performed: 11 }, point: { ...resting, swaps_performed: 11 } },
  { change: { door: "open" }, point: { ...resting, door: "open" } },
  { change: { pad: "occupied" }, point: { ...resting, pad: "occupied" } },
  { change: { door: undefined }, point: { ...resting, door: "unknown" } },
] as const)("a change to $change adds a point", async ({ change, point }) => {
  const station = await rig.born(name, { status: resting });
  rig.now += 60_000;
  await station.deliver("tele", teleOf(envelope(1, 2), { ...resting, ...change }));
  expect(await history()).toMatchObject([{ door: "closed" }, { minute: "2026-03-01T12:01:00.000Z", ...point }]);
});

test("a point holds the values at the end of its minute", async () => {
  const station = await rig.born(name, { status: resting });
  rig.now += 10_000;
  await station.deliver("tele", teleOf(envelope(1, 2), { ...resting, door: "open" }));
  rig.now += 10_000;
  await station.deliver("tele", teleOf(envelope(1, 3), { ...resting, swaps_performed: 11 }));
  expect(await history()).toMatchObject([{ swaps_performed: 11, door: "closed" }]);
});

test("a point contains how many errors were logged by then", async () => {
  await db.insertInto("station_errors").values({ station_name: name, error_message: "Stuck." }).execute();
  await rig.born(name, { status: resting });
  expect(await history()).toMatchObject([{ error_count: 1 }]);
});

test("a station that disconnects or falls silent adds a point with that state", async () => {
  const station = await rig.born(name, { status: resting });
  rig.now += 60_000;
  await station.dropConnection();
  rig.now += 60_000;
  await rig.born(name, { seq: 2, status: resting });
  rig.now += 160_000;
  await rig.settle();
  expect(await history()).toMatchObject([
    { minute: "2026-03-01T12:00:00.000Z", online: true },
    { minute: "2026-03-01T12:01:00.000Z", online: false },
    { minute: "2026-03-01T12:02:00.000Z", online: true },
    { minute: "2026-03-01T12:05:00.000Z", online: false },
  ]);
});

test("no station counts as silent for the time in which the server itself was paused", async () => {
  await rig.born(name, { status: resting });
  rig.pausedAt = rig.now;
  rig.now += 200_000;
  await rig.settle();
  expect(await history()).toMatchObject([{ online: true }]);
  rig.pausedAt = null;
  await rig.settle();
  expect(await history()).toMatchObject([{ online: true }, { online: false }]);
});

test("a clock that is set back hides no point behind a newer one", async () => {
  const station = await rig.born(name, { status: resting });
  rig.now -= 3_600_000;
  await station.deliver("tele", teleOf(envelope(1, 2), { ...resting, door: "open" }));
  expect(await history()).toMatchObject([{ minute: "2026-03-01T12:00:00.000Z", door: "open" }]);
});

test("historical snapshots fill gaps in the history, and never change the state", async () => {
  const station = await rig.born(name, { status: resting });
  await station.dropConnection();
  rig.now += 600_000;
  const again = await rig.born(name, { seq: 2, status: { ...resting, swaps_performed: 14 } });
  // The station's clock is an hour ahead, which does not change the age of the message.
  const clock = rig.now + 3_600_000;
  const then = teleOf(envelope(1, 3, clock - 300_000), { swaps_performed: 11, door: "open", pad: "occupied" });
  const historical = { ...then, ts: clock, data: { ...then.data, historical: true } };
  await again.deliver("tele", historical);
  await again.deliver("tele", historical);
  expect(await history()).toMatchObject([
    { minute: "2026-03-01T12:00:00.000Z", online: false, swaps_performed: 10 },
    { minute: "2026-03-01T12:05:00.000Z", online: false, swaps_performed: 11, door: "open", pad: "occupied" },
    { minute: "2026-03-01T12:10:00.000Z", online: true, swaps_performed: 14, door: "closed" },
  ]);
  expect(await storedState(db, name)).toMatchObject({
    seq: 2,
    swaps_performed: 14,
    swaps_reported: 14,
    snapshot: { status: { door: "closed" } },
  });
});

/** A historical snapshot in a current envelope. */
const past = (seq: number, agoMs: number, status: object) => {
  const then = teleOf(envelope(1, seq, rig.now - agoMs), status);
  return { ...then, ts: rig.now, data: { ...then.data, historical: true } };
};

test("a historical snapshot changes nothing of a minute that a later snapshot reported when it was current", async () => {
  const station = await rig.born(name, { status: resting });
  await station.dropConnection();
  rig.now += 600_000;
  const again = await rig.born(name, { seq: 2, status: resting });
  await again.deliver("tele", past(3, 20_000, { ...resting, door: "open", pad: "occupied" }));
  expect((await history()).at(-1)).toMatchObject({ minute: "2026-03-01T12:10:00.000Z", ...resting, online: true });
});

test("after a historical snapshot, the history continues with current ones", async () => {
  const station = await rig.born(name, { status: resting });
  rig.now += 600_000;
  await station.deliver("tele", past(2, 300_000, { ...resting, door: "open" }));
  await station.deliver("tele", teleOf(envelope(1, 3), resting));
  expect((await history()).map(({ minute, door }) => [minute.slice(11, 16), door])).toEqual([
    ["12:00", "closed"],
    ["12:05", "open"],
    ["12:10", "closed"],
  ]);
});

test("a historical snapshot from before a counter reset takes over the total known then", async () => {
  const station = await rig.born(name, { status: { ...resting, swaps_performed: 500 } });
  rig.now += 600_000;
  await station.deliver("tele", teleOf(envelope(1, 2), { ...resting, swaps_performed: 3 }));
  const then = teleOf(envelope(1, 3, rig.now - 300_000), { swaps_performed: 501 });
  await station.deliver("tele", { ...then, ts: rig.now, data: { ...then.data, historical: true } });
  expect((await history()).map(({ swaps_performed }) => swaps_performed)).toEqual([500, 500, 503]);
});

test.each([
  { what: "of a time to come", age: -600_000 },
  { what: "taken before the clock was set", age: 20 * 365 * DAY_MS },
])("a historical snapshot $what is left out", async ({ age }) => {
  const station = await rig.born(name, { status: resting });
  const then = teleOf(envelope(1, 2, rig.now - age), { door: "open" });
  await station.deliver("tele", { ...then, ts: rig.now, data: { ...then.data, historical: true } });
  expect(await history()).toHaveLength(1);
});
