import type { StationEvent } from "@groundcrew/shared/link";
import { DAY_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyTables, testDatabase } from "../../test/database.ts";
import { eventRig, REPORTS_EVENTS, swap, type EventRig } from "../../test/event-rig.ts";
import { addOrganization, addStation, birthOf, envelope, eventOf } from "../../test/stations.ts";
import { removeOldEvents } from "../ingest/index.ts";
import { register } from "prom-client";
import { findProgress, insertRestore, watchRestores } from "./index.ts";

const { db } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
const CAN_RESEND = { ...REPORTS_EVENTS, events: [...REPORTS_EVENTS.events, "resent"] };
const MARGIN = 10 * MINUTE_MS;
let it: EventRig;
let seq = 100;

beforeEach(async () => {
  it = await eventRig(db, orgId);
});
afterEach(async () => {
  await it.rig.stop();
  await emptyTables(db, ["restore_answers", "restores"]);
});

/** A restore of a backup that is an hour old, `agoMs` before the present. */
async function restored(agoMs = 0): Promise<{ id: string; since: number }> {
  const id = randomUUID();
  const taken = it.rig.now - 60 * MINUTE_MS - agoMs;
  await insertRestore(db, { id, taken: new Date(taken).toISOString(), version: "0.1.0" });
  const at = new Date(it.rig.now - agoMs).toISOString();
  await sql`update restores set restored = ${at} where id = ${id}::uuid`.execute(db);
  return { id, since: taken - MARGIN };
}

/** What a birth is answered with. */
async function asked(capabilities: object = CAN_RESEND, status: object = { swaps_performed: 10 }) {
  const answer = await it.station().birth(birthOf(envelope(2, ++seq, it.rig.now), status, { capabilities }));
  expect(answer.code).toBe(0);
  return answer.output?.resend;
}

const answered = (request: string, more: { events?: number; complete?: boolean } = {}): StationEvent => ({
  kind: "resent",
  event_id: randomUUID(),
  occurred: null,
  facts: { request, events: 2, complete: true, ...more },
});
const progress = () => findProgress(db, new Date(it.rig.now).toISOString());

test("a station is asked for events since the backup at each birth until it has sent them", async () => {
  expect(await asked()).toBeUndefined();
  const request = await restored();
  expect(await asked()).toEqual(request);
  expect(await asked()).toEqual(request);
  const done = answered(request.id);
  await it.deliver(done);
  expect(it.acknowledged()).toEqual([done.event_id]);
  expect(await asked()).toBeUndefined();
});

test("a station that does not keep events is not asked, and keeps working", async () => {
  await restored();
  expect(await asked(REPORTS_EVENTS)).toBeUndefined();
  await it.deliver(swap("s1", it.rig.now));
  expect(it.acknowledged()).toEqual(["s1"]);
});

test("events that are sent again are stored if they were lost, and count once", async () => {
  await it.deliver(swap("before", it.rig.now));
  const { id } = await restored();
  await asked();
  for (const event_id of ["before", "after", "after"]) await it.deliver(swap(event_id, it.rig.now));
  await it.deliver(answered(id));
  expect(it.acknowledged()).toEqual(["before", "before", "after", "after", expect.anything()]);
  expect(await it.state()).toMatchObject({ swaps_performed: 12 });
});

test("swaps of a station that the backup does not know count once, whether by its counter or by events", async () => {
  const { id } = await restored();
  const name = await addStation(db, { name: `${it.name}-new`, org_id: orgId });
  const station = await it.rig.connect(name);
  const total = async () => {
    const row = await db.selectFrom("station_states").selectAll().where("station_name", "=", name).executeTakeFirst();
    return [row?.swaps_performed, row?.swaps_by_events];
  };
  const born = (boot: number, swaps_performed: number) =>
    station.birth(birthOf(envelope(boot, 1, it.rig.now), { swaps_performed }, { capabilities: CAN_RESEND }));
  await born(1, 5);
  for (const event_id of ["s1", "s2"]) {
    await station.deliver("event", eventOf(envelope(1, ++seq, it.rig.now), swap(event_id, it.rig.now)));
  }
  expect(await total()).toEqual([5, false]);
  await station.deliver("event", eventOf(envelope(1, ++seq, it.rig.now), answered(id)));
  await born(2, 6);
  expect(await total()).toEqual([6, true]);
  await station.deliver("event", eventOf(envelope(2, ++seq, it.rig.now), swap("s3", it.rig.now)));
  expect(await total()).toEqual([7, true]);
});

test("after two restores a station is asked once for what both have lost", async () => {
  const first = await restored(5 * MINUTE_MS);
  const second = await restored();
  expect(await asked()).toEqual({ id: second.id, since: first.since });
  await it.deliver(answered(second.id));
  expect(await asked()).toBeUndefined();
  const third = await restored(-MINUTE_MS);
  await it.deliver(answered("of another database"));
  expect(await asked()).toEqual(third);
});

test("stations are asked for 30 days, and until then everything from the backup is recognized", async () => {
  await it.deliver(swap("s1", it.rig.now));
  await sql`update station_events set received = received - interval '60 days'`.execute(db);
  const remove = () => removeOldEvents(db, { days: 7, now: it.rig.now, signal: new AbortController().signal, kept: 0 });
  const ids = async () => {
    const found = await sql<{ event_id: string }>`
      select event_id from station_events where station_name = ${it.name}`.execute(db);
    return found.rows.map(({ event_id }) => event_id);
  };
  await it.deliver(swap("s2", it.rig.now));
  const request = await restored(30 * DAY_MS - MINUTE_MS);
  expect(await asked()).toEqual(request);
  await remove();
  expect(await ids()).toEqual(["s1", "s2"]);
  it.rig.now += MINUTE_MS;
  expect(await asked()).toBeUndefined();
  expect(await progress()).toBeUndefined();
  await remove();
  expect(await ids()).not.toContain("s1");
});

test("admins see how many stations have sent them, which have not, and which had deleted some", async () => {
  await db.updateTable("stations").set({ telemetry_enabled: false }).where("name", "<>", it.name).execute();
  const first = await restored(5 * MINUTE_MS);
  await asked(REPORTS_EVENTS);
  const none = { answered: 0, waiting: 0, unable: 0, events: 0, waiting_stations: [], incomplete_stations: [] };
  expect(await progress()).toMatchObject({ ...none, unable: 1 });
  await asked();
  expect(await progress()).toMatchObject({ ...none, waiting: 1, waiting_stations: [it.name] });
  await it.deliver(answered(first.id, { events: 3, complete: false }));
  expect(await progress()).toMatchObject({ ...none, answered: 1, events: 3, incomplete_stations: [it.name] });
  const second = await restored();
  expect(await progress()).toMatchObject({
    ...none,
    waiting: 1,
    waiting_stations: [it.name],
    taken: new Date(second.since + MARGIN).toISOString(),
  });
});

test("a metric counts the stations while they are asked", async () => {
  const watching = watchRestores({ db, now: () => it.rig.now });
  const counts = async () => {
    const { values } = (await register.getSingleMetric("groundcrew_restore_stations")?.get()) ?? { values: [] };
    return Object.fromEntries(values.map(({ labels, value }) => [labels["state"], value]));
  };
  expect(await counts()).toEqual({});
  await db.updateTable("stations").set({ telemetry_enabled: false }).where("name", "<>", it.name).execute();
  await restored();
  await asked();
  expect(await counts()).toEqual({ answered: 0, waiting: 1, unable: 0 });
  await watching.stop();
});
