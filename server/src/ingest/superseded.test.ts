import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { REPORTS_EVENTS, swap } from "../../test/event-rig.ts";
import { metric } from "../../test/metrics.ts";
import { closeOf, sendMessage } from "../../test/station.ts";
import { addOrganization, addStation, birthOf, envelope, eventOf, teleOf } from "../../test/stations.ts";
import { storedState, TelemetryRig } from "../../test/telemetry-rig.ts";

const { db } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
/** Two servers with brokers of their own. */
const [first, second] = [new TelemetryRig(db, "first"), new TelemetryRig(db, "second")];
let name: string;
let count = 0;

beforeAll(() => Promise.all([first.start(), second.start()]));
afterAll(() => Promise.all([first.stop(), second.stop()]));
beforeEach(async () => {
  name = await addStation(db, { name: `gc-${String(++count).padStart(12, "0")}`, org_id: orgId });
});

const state = () => storedState(db, name);

const decidedAgain = async () => (await metric("groundcrew_states_decided_again_total")) ?? 0;

async function bornAt(rig: TelemetryRig, seq: number) {
  const station = await rig.connect(name);
  onTestFinished(() => station.client.endAsync(true));
  const birth = birthOf(envelope(1, seq, rig.now), { swaps_performed: seq }, { capabilities: REPORTS_EVENTS });
  expect((await station.birth(birth)).code).toBe(0);
  return station;
}

test("what arrives over a connection that another server has superseded changes nothing, and ends it", async () => {
  const old = await bornAt(first, 1);
  await bornAt(second, 2);
  const before = await state();
  const closed = closeOf(old.client);
  first.now += 60_000;
  // Its boot and its number are higher than those of all messages over the new connection.
  await sendMessage(old.client, "tele", teleOf(envelope(2, 9, first.now), { swaps_performed: 9 }));
  await sendMessage(old.client, "event", eventOf(envelope(2, 10, first.now), swap("late", null)));
  await first.settle();
  await closed;
  expect(await state()).toEqual(before);
  expect((await sql`select from station_events where station_name = ${name}`.execute(db)).rows).toEqual([]);
  expect(old.acks).toEqual([]);
});

test("a station whose connection to another server ends stays online", async () => {
  const old = await bornAt(first, 1);
  await bornAt(second, 2);
  await old.dropConnection();
  expect(await state()).toMatchObject({ linked: true, seq: 2 });
});

test("a station that returns to a server is stored by it again", async () => {
  await bornAt(first, 1);
  await bornAt(second, 2);
  const station = await bornAt(first, 3);
  await station.deliver("tele", teleOf(envelope(1, 4, first.now), { swaps_performed: 7 }));
  expect(await state()).toMatchObject({ seq: 4, swaps_reported: 7, linked: true });
});

test("no state is decided again while each station stays with its server", async () => {
  const other = await addStation(db, { name: `${name}-other`, org_id: orgId });
  const mine = await bornAt(first, 1);
  const theirs = await second.born(other);
  const before = await decidedAgain();
  for (let seq = 2; seq < 20; seq++) {
    await Promise.all([
      mine.deliver("tele", teleOf(envelope(1, seq, first.now), { swaps_performed: seq })),
      theirs.deliver("tele", teleOf(envelope(1, seq, second.now), { swaps_performed: seq })),
    ]);
    await mine.deliver("event", eventOf(envelope(1, seq, first.now), swap(`swap-${seq}`, null)));
  }
  expect((await decidedAgain()) - before).toBe(0);
});

test("a state that another server has written meanwhile is decided again, and counted", async () => {
  await bornAt(first, 1);
  await bornAt(second, 2);
  const before = await decidedAgain();
  await bornAt(first, 3);
  expect((await decidedAgain()) - before).toBe(1);
});
