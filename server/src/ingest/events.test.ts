import { sql } from "kysely";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { door, eventRig, failure, swap, REPORTS_EVENTS, type EventRig } from "../../test/event-rig.ts";
import { addOrganization, addStation, birthOf, envelope, eventOf } from "../../test/stations.ts";

const { db, asOwner } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
const MINUTE = 60_000;
const TEN_YEARS = 3_650 * 24 * 60 * MINUTE;
let it: EventRig;

beforeEach(async () => {
  it = await eventRig(db, orgId);
});

afterEach(() => it.rig.stop());

test("a station error is stored with the times it was received and occurred, and acknowledged", async () => {
  const facts = { error_message: "Belt slipped.", job_id: "3f", job_type: "swap_drone" };
  await it.deliver({ kind: "station_error", event_id: "e1", occurred: it.rig.now - 5_000, facts });
  expect(await it.errors()).toEqual([
    { event_id: "e1", ...facts, occurred: "2026-03-01T12:00:25.000Z", time_logged: "2026-03-01T12:00:30.000Z" },
  ]);
  expect(it.acks).toEqual([{ v: 1, ids: ["e1"], refused: [] }]);
  expect(it.rig.refreshed).toEqual([it.name]);
});

test("an event that is sent again is acknowledged again and counts once", async () => {
  for (let turn = 0; turn < 3; turn++) {
    await it.deliver(swap("s1", it.rig.now));
    await it.deliver(failure("e1", it.rig.now));
  }
  expect(it.acknowledged()).toEqual(["s1", "e1", "s1", "e1", "s1", "e1"]);
  expect(await it.state()).toMatchObject({ swaps_performed: 11 });
  expect(await it.errors()).toHaveLength(1);
  expect(await it.history()).toEqual(["12:00 11 1 on closed empty"]);
});

test("the minutes in which errors were logged are marked in the history, in whatever order they arrive", async () => {
  it.rig.now += 10 * MINUTE;
  for (const ageM of [2, 8, 5]) await it.deliver(failure(`e${ageM}`, it.rig.now - ageM * MINUTE));
  await it.deliver(swap("s1", it.rig.now - 3 * MINUTE));
  it.rig.now += MINUTE;
  await it.deliverSnapshot({ swaps_performed: 11, door: "open" });
  const points = await db
    .selectFrom("station_history")
    .select(["minute", "error_count", "has_error"])
    .where("station_name", "=", it.name)
    .orderBy("minute")
    .execute();
  expect(points.map(({ minute, error_count, has_error }) => [minute.slice(11, 16), error_count, has_error])).toEqual([
    ["12:00", 0, false],
    ["12:02", 1, true],
    ["12:05", 2, true],
    ["12:07", 2, false],
    ["12:08", 3, true],
    ["12:11", 3, false],
  ]);
});

test("two stations may choose the same event id", async () => {
  const other = await addStation(db, { name: `${it.name}-b`, org_id: orgId });
  const second = await it.rig.connect(other);
  await second.birth(birthOf(envelope(1, 1, it.rig.now)));
  await it.deliver(failure("same", null, "One."));
  await second.deliver("event", eventOf(envelope(1, 2, it.rig.now), failure("same", null, "Other.")));
  const all = await db.selectFrom("station_errors").select("error_message").where("event_id", "=", "same").execute();
  expect(new Set(all.map(({ error_message }) => error_message))).toEqual(new Set(["One.", "Other."]));
});

test("a swap is counted by its event, and not again by the counter in snapshots", async () => {
  it.rig.now += MINUTE;
  await it.deliver(swap("s1", it.rig.now));
  await it.deliverSnapshot({ swaps_performed: 11 });
  await it.deliverSnapshot({ swaps_performed: 14 });
  expect(await it.state()).toMatchObject({
    swaps_performed: 11,
    swaps_reported: 14,
    last_swapped: "2026-03-01T12:01:30.000Z",
    last_active: "2026-03-01T12:01:30.000Z",
  });
  expect(await it.history()).toEqual(["12:00 10 0 on closed empty", "12:01 11 0 on closed empty"]);
});

test("swaps of a station that sends no swap events are counted by its counter", async () => {
  await it.birth({}, { capabilities: { ...REPORTS_EVENTS, events: [] } });
  await it.deliverSnapshot({ swaps_performed: 12 });
  await it.deliver(swap("s1", it.rig.now));
  expect(it.acknowledged()).toEqual(["s1"]);
  expect(await it.state()).toMatchObject({ swaps_performed: 12, swaps_by_events: false });
  await it.deliverSnapshot({ swaps_performed: 13 });
  expect(await it.state()).toMatchObject({ swaps_performed: 13 });
});

test("an event that arrives before its station's birth is not acknowledged, and counts when it is sent again", async () => {
  const name = await addStation(db, { name: `${it.name}-new`, org_id: orgId });
  const station = await it.rig.connect(name);
  await station.deliver("event", eventOf(envelope(1, 1, it.rig.now), swap("s1", it.rig.now)));
  expect(station.acks).toEqual([]);
  const birth = { capabilities: REPORTS_EVENTS, unsent_swaps: 1 };
  await station.birth(birthOf(envelope(1, 2, it.rig.now), { swaps_performed: 5 }, birth));
  await station.deliver("event", eventOf(envelope(1, 3, it.rig.now), swap("s1", it.rig.now)));
  expect(station.acks.flatMap(({ ids }) => ids)).toEqual(["s1"]);
  const { swaps_performed } = await db
    .selectFrom("station_states")
    .select("swaps_performed")
    .where("station_name", "=", name)
    .executeTakeFirstOrThrow();
  expect(swaps_performed).toBe(5);
});

test("when a station starts to send swap events, earlier swaps are counted by the counter and unsent ones by their events", async () => {
  await it.birth({ swaps_performed: 100 }, { capabilities: { ...REPORTS_EVENTS, events: [] } });
  const { swaps_performed: before } = await it.state();
  await it.birth({ swaps_performed: 105 }, { unsent_swaps: 2 });
  expect(await it.state()).toMatchObject({ swaps_performed: before + 3, swaps_by_events: true });
  await it.deliver(swap("s1", it.rig.now));
  await it.deliver(swap("s2", it.rig.now));
  expect(await it.state()).toMatchObject({ swaps_performed: before + 5, swaps_reported: 105 });
});

test("an event from a time without a link is recorded at its own time, and all later counts include it", async () => {
  const began = it.rig.now;
  await it.reconnect();
  it.rig.now += 10 * MINUTE;
  await it.birth({ swaps_performed: 12 });
  await it.deliver(door("d1", began + 2 * MINUTE, "open"));
  await it.deliver(swap("s1", began + 3 * MINUTE));
  await it.deliver(failure("e1", began + 4 * MINUTE));
  await it.deliver(door("d2", began + 5 * MINUTE, "closed"));
  await it.deliver(swap("s2", began + 6 * MINUTE));
  expect(await it.history()).toEqual([
    "12:00 10 0 off closed empty",
    "12:02 10 0 off open empty",
    "12:03 11 0 off open empty",
    "12:04 11 1 off open empty",
    "12:05 11 1 off closed empty",
    "12:06 12 1 off closed empty",
    "12:10 12 1 on closed empty",
  ]);
  expect(await it.state()).toMatchObject({ swaps_performed: 12, last_swapped: "2026-03-01T12:06:30.000Z" });
});

test("a snapshot continues from the state that an event reported", async () => {
  it.rig.now += MINUTE;
  await it.deliver(door("d1", it.rig.now, "open"));
  it.rig.now += MINUTE;
  await it.deliverSnapshot({ door: "open" });
  await it.deliverSnapshot({ door: "closed" });
  expect(await it.history()).toEqual([
    "12:00 10 0 on closed empty",
    "12:01 10 0 on open empty",
    "12:02 10 0 on closed empty",
  ]);
});

test.each([
  { what: "ahead", skew: TEN_YEARS },
  { what: "behind", skew: -TEN_YEARS },
])("a clock that is ten years $what changes nothing, as long as it runs", async ({ skew }) => {
  it.rig.now += 10 * MINUTE;
  const clock = it.rig.now + skew;
  await it.deliver(failure("e1", clock - 3 * MINUTE), clock);
  await it.deliver(swap("s1", clock - 2 * MINUTE), clock);
  expect(await it.errors()).toMatchObject([
    { occurred: "2026-03-01T12:07:30.000Z", time_logged: "2026-03-01T12:10:30.000Z" },
  ]);
  expect(await it.state()).toMatchObject({ last_swapped: "2026-03-01T12:08:30.000Z" });
  expect((await it.history()).map((point) => point.slice(0, 5))).toEqual(["12:00", "12:07", "12:08"]);
});

test.each([
  { what: "is in the future", age: -1 },
  { what: "is ten years in the past, because the clock was set since", age: TEN_YEARS },
  { what: "is out of range", age: 1e300 },
  { what: "is not known", age: null },
])("an event whose time $what has only its time of receipt", async ({ age }) => {
  it.rig.now += 10 * MINUTE;
  await it.deliver(failure("e1", age === null ? null : it.rig.now - age));
  expect(await it.errors()).toMatchObject([{ occurred: null, time_logged: "2026-03-01T12:10:30.000Z" }]);
  expect(await it.history()).toEqual(["12:00 10 0 on closed empty", "12:10 10 1 on closed empty"]);
});

test("an event from before the history begins is counted from the start of the history", async () => {
  await it.deliver(swap("s1", it.rig.now - 60 * MINUTE));
  expect(await it.history()).toEqual(["12:00 11 0 on closed empty"]);
});

test("events of a station that was taken out of service are not acknowledged", async () => {
  const serve = (isServed: boolean) =>
    db.updateTable("stations").set({ telemetry_enabled: isServed }).where("name", "=", it.name).execute();
  await serve(false);
  await it.deliver(failure("e1", null));
  expect(it.acks).toEqual([]);
  expect(await it.errors()).toEqual([]);
  await serve(true);
  await it.deliver(failure("e1", null));
  expect(it.acknowledged()).toEqual(["e1"]);
});

test("events that the database cannot store in time are stored in smaller batches", async () => {
  await asOwner(sql`
    create function take_too_long() returns trigger language plpgsql as $$
    begin
      if (select count(*) > 2 from added) then raise exception 'too slow' using errcode = 'query_canceled'; end if;
      return null;
    end $$`);
  await asOwner(sql`
    create trigger slow after insert on station_events referencing new table as added
    for each statement execute function take_too_long()`);
  onTestFinished(async () => {
    await asOwner(sql`drop function take_too_long cascade`);
  });
  const ids = Array.from({ length: 9 }, (_, number) => `s${number}`);
  await Promise.all(ids.map((id) => it.send(it.message(swap(id, null)))));
  await it.settle();
  expect(it.acknowledged()).toEqual(ids);
  expect(await it.state()).toMatchObject({ swaps_performed: 10 + ids.length });
});
