import { EVENTS_IN_FLIGHT } from "@groundcrew/shared/link";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { eventRig, swap, type EventRig } from "../../test/event-rig.ts";
import { addOrganization } from "../../test/stations.ts";

const { db, asOwner } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
let it: EventRig;

beforeEach(async () => {
  it = await eventRig(db, orgId);
});

afterEach(() => it.rig.stop());

const bad = JSON.stringify({ v: 1, id: "x", boot: 1, seq: 9, ts: 1, data: { event_id: "bad", occurred: null } });
const withKind = (kind: string, facts: string) =>
  bad.replace('"occurred"', `"kind":"${kind}","facts":${facts},"occurred"`);

test.each([
  { what: "without a kind", reason: "not_valid", payload: bad },
  { what: "of an unknown kind", reason: "not_valid", payload: withKind("earthquake", "{}") },
  { what: "with a door ajar", reason: "not_valid", payload: withKind("door", '{"door":"ajar"}') },
  { what: "of 140 KB", reason: "too_large", payload: bad + " ".repeat(140_000) },
  {
    what: "nested 10,000 deep",
    reason: "too_deep",
    payload: withKind("swap", "[".repeat(10_000) + "]".repeat(10_000)),
  },
  { what: "with a NUL", reason: "not_text", payload: bad.replace("null", String.raw`"\u0000"`) },
  {
    what: "with half a character",
    reason: "not_storable",
    payload: withKind("station_error", String.raw`{"error_message":"half a \ud800"}`),
  },
])("an event $what is quarantined and acknowledged, and affects no other", async ({ reason, payload }) => {
  await Promise.all([
    it.deliver(swap("s1", null)),
    it.deliverBytes(Buffer.from(payload)),
    it.deliverBytes(Buffer.from(payload)),
    it.deliver(swap("s2", null)),
  ]);
  expect(new Set(it.acknowledged())).toEqual(new Set(["s1", "bad", "s2"]));
  const message: unknown = expect.stringContaining(reason);
  expect(it.acks.flatMap(({ refused }) => refused)).toContainEqual({ event_id: "bad", message });
  const [row, ...others] = await it.quarantined();
  expect(row).toMatchObject({ event_id: "bad", reason, bytes: payload.length, payload: payload.slice(0, 8_192) });
  // A message of the server, after the field if there is one.
  expect(row?.detail).toMatch(/^(It |\S+: )/);
  expect(others).toEqual([]);
  expect(await it.state()).toMatchObject({ swaps_performed: 12 });
});

test.each([
  { what: "noise", payload: Buffer.from([0, 255, 254, 0xed, 0xa0, 0x80]) },
  { what: "broken JSON", payload: Buffer.from(bad.slice(0, -3)) },
  { what: "an id with spaces", payload: Buffer.from(bad.replace('"bad"', '"not an id"')) },
  { what: "nothing", payload: Buffer.from("") },
])("$what is quarantined once and counted, but cannot be acknowledged", async ({ payload }) => {
  await it.deliverBytes(payload);
  await it.deliverBytes(payload);
  await it.deliver(swap("s1", null));
  expect(it.acknowledged()).toEqual(["s1"]);
  expect(await it.quarantined()).toMatchObject([{ event_id: null, times: 2, bytes: payload.length }]);
});

test("the newest two hundred quarantined events of a station are stored", async () => {
  for (let number = 0; number < 260; number++) {
    it.rig.now += 1;
    await it.send(Buffer.from(`noise ${number}`));
    if (number % EVENTS_IN_FLIGHT === 0) await it.settle();
  }
  await it.settle();
  const stored = (await it.quarantined()).map(({ payload }) => Number(payload.split(" ")[1]));
  expect(stored).toEqual(Array.from({ length: 200 }, (_, index) => index + 60));
});

test("events are acknowledged once stored, also after an outage; those that did not fit into the queue are stored when resent", async () => {
  await asOwner(sql`alter table station_events rename to away`);
  const ids = Array.from({ length: 300 }, (_, number) => `s${number}`);
  const all = ids.map((id) => it.message(swap(id, null)));
  await Promise.all(all.map((message) => it.send(message)));
  expect(it.station().acks).toEqual([]);
  await asOwner(sql`alter table away rename to station_events`);
  await it.settle();
  const { swaps_performed: first } = await it.state();
  expect(first).toBeGreaterThanOrEqual(10 + EVENTS_IN_FLIGHT);
  expect(first).toBeLessThan(10 + all.length);
  for (const [index, message] of all.entries()) {
    await it.send(message);
    if (index % EVENTS_IN_FLIGHT === 0) await it.settle();
  }
  await it.settle();
  await it.deliver(swap("last", null));
  expect(await it.state()).toMatchObject({ swaps_performed: 11 + all.length });
  expect(new Set(it.acknowledged())).toEqual(new Set([...ids, "last"]));
});
