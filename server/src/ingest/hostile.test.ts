import { sql } from "kysely";
import { register } from "prom-client";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { eventRig, swap } from "../../test/event-rig.ts";
import { heapUsed } from "../../test/heap.ts";
import { sendMessage } from "../../test/station.ts";
import { addOrganization, addStation, birthOf, envelope, teleOf } from "../../test/stations.ts";

const { db } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
const MESSAGES = Number(process.env["HOSTILE_MESSAGES"] ?? 2_000);
/** What may stay in memory for each message, on average; an eighth of the messages has 18 kB. */
const BYTES_A_MESSAGE = 1_000;

/** Messages that are invalid in different ways. */
const hostile = [
  () => Buffer.from([0xff, 0xfe, 0, 0xed, 0xa0, 0x80]),
  (number: number) => Buffer.from(`{"v":1,"id":"${number}","boot":1,`),
  () => Buffer.from("[".repeat(9_000) + "]".repeat(9_000)),
  (number: number) => Buffer.from(`{"__proto__":{"polluted":${number}},"constructor":{"prototype":{"polluted":1}}}`),
  (number: number) =>
    Buffer.from(JSON.stringify({ v: 1, id: "x".repeat(200), boot: -number, seq: 0.5, ts: "now", data: [] })),
  (number: number) =>
    Buffer.from(`{"v":1,"id":"x","boot":1,"seq":${number},"ts":1e999,"data":{"snapshot":{"time":1}}}`),
  (number: number) => Buffer.from(`"${number}\\u0000"`),
  () => Buffer.alloc(0),
];
/** One of this many is large. */
const LARGE_EVERY = 250;

function nextHostile(number: number): Buffer {
  if (number % LARGE_EVERY === 0) return Buffer.alloc(140_000, "x");
  return hostile[number % hostile.length]?.(number) ?? Buffer.alloc(0);
}

/** The sum of a counter over all its labels. */
async function counted(name: string): Promise<number> {
  const metric = await register.getSingleMetric(name)?.get();
  return metric?.values.reduce((sum, { value }) => sum + value, 0) ?? 0;
}

test(`${MESSAGES} invalid messages are counted, have no other effect on their station, and use no memory`, async () => {
  const it = await eventRig(db, orgId);
  const name = await addStation(db, { name: "gc-hostile", org_id: orgId });
  const station = await it.rig.connect(name);
  await station.birth(birthOf(envelope(1, 1, it.rig.now)));
  const before = { bad: await counted("groundcrew_link_invalid_messages_total"), heap: heapUsed() };
  const bad = { tele: 0, event: 0 };
  for (let number = 1; number <= MESSAGES; number++) {
    const topic = number % 10 === 0 ? "event" : "tele";
    bad[topic] += 1;
    // The newest are kept, so each has a time of its own.
    if (topic === "event") it.rig.now += 1;
    await sendMessage(station.client, topic, nextHostile(number));
    if (number % 2_000 === 0) await it.deliver(swap(`s${number}`, it.rig.now));
  }
  await it.settle();
  expect((await counted("groundcrew_link_invalid_messages_total")) - before.bad).toBe(bad.tele);
  const quarantined = await sql<{ rows: number; times: string }>`
    select count(*) as rows, sum(times) as times from quarantined_events where station_name = ${name}`.execute(db);
  // The newest two hundred distinct messages are stored; repeated ones are counted.
  expect(quarantined.rows[0]?.rows).toBeLessThanOrEqual(200);
  expect(Number(quarantined.rows[0]?.times)).toBeGreaterThan(bad.event / 10);
  expect(heapUsed() - before.heap).toBeLessThan(MESSAGES * BYTES_A_MESSAGE);
  // The other station lost nothing, and valid messages of the hostile one are accepted.
  expect(await it.state()).toMatchObject({ swaps_performed: 10 + Math.floor(MESSAGES / 2_000) });
  await station.deliver("tele", teleOf(envelope(1, 2, it.rig.now), { door: "open" }));
  const state = db.selectFrom("station_states").select(["seq", "linked"]).where("station_name", "=", name);
  expect(await state.executeTakeFirstOrThrow()).toEqual({ seq: 2, linked: true });
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  await it.rig.stop();
});
