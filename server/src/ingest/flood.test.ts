import { eventAck, readTopic, type StationEvent } from "@groundcrew/shared/link";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { failure } from "../../test/event-rig.ts";
import { addOrganization, addStation, envelope, eventOf } from "../../test/stations.ts";
import type { HandleMessage } from "../platform/link/index.ts";
import { selectLimited } from "./events/event-queries.ts";
import { recordLimitedStations } from "./events/record-limited.ts";
import { startEvents } from "./events/start-events.ts";

const { db } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
const STARTED = Date.parse("2026-06-01T12:00:00.000Z");
const log = pino({ level: "silent" });
let count = 0;

async function connectStation(): Promise<string> {
  const name = await addStation(db, { name: `gc-${++count}`, org_id: orgId });
  const last_telemetry = new Date(STARTED).toISOString();
  await db.insertInto("station_states").values({ station_name: name, last_telemetry }).execute();
  return name;
}

/** A server's event handling without a broker; `acknowledged` has `station id`, in the order of acknowledgement. */
function events(limits = { perSecond: 10, errorsPerDay: 20_000 }) {
  const clock = { now: STARTED };
  const acknowledged: string[] = [];
  let handle: HandleMessage = () => undefined;
  const running = startEvents({
    db,
    link: {
      handle: (_topic, how) => void (handle = how),
      reader: {
        read: () => ({ ok: false, reason: "not_json", detail: "" }),
        countFields: () => {},
        invalidMessages: () => [],
        note: () => {},
      },
      supersede: () => {},
      async publish(topic, payload) {
        const station = readTopic(topic)?.station ?? "";
        acknowledged.push(...eventAck.parse(JSON.parse(payload)).ids.map((id) => `${station} ${id}`));
        return true;
      },
    },
    // A board that never finishes must not delay any event.
    refresh: () => new Promise(() => {}),
    limits,
    now: () => clock.now,
    log,
  });
  onTestFinished(() => running.stop());
  return {
    clock,
    acknowledged,
    settle: () => running.settle(),
    deliver(station: string, stationEvent: StationEvent) {
      const payload = Buffer.from(JSON.stringify(eventOf(envelope(1, 1, clock.now), stationEvent)));
      return handle({ station, topic: "event", payload, receivedAt: clock.now });
    },
  };
}

test("events are acknowledged even if the board never finishes its refresh", async () => {
  const it = events();
  const name = await connectStation();
  for (const id of ["e1", "e2"]) {
    await it.deliver(name, failure(id, STARTED));
    await it.settle();
  }
  expect(it.acknowledged).toEqual([`${name} e1`, `${name} e2`]);
});

test("a station that floods the server delays acknowledgements to others by at most one batch", async () => {
  const it = events();
  const [loud, ...others] = [await connectStation(), await connectStation(), await connectStation()];
  let sent = 0;
  const flood = () => {
    for (let n = 0; n < 300; n++) void it.deliver(loud, failure(`loud-${sent++}`, STARTED));
  };
  for (let round = 0; round < 12; round++) {
    flood();
    for (const station of others) void it.deliver(station, failure(`other-${round}`, STARTED));
    const before = it.acknowledged.length;
    await it.settle();
    const now = it.acknowledged.slice(before);
    // They are in the first batch, beside no more than the flooding station's share.
    for (const station of others) {
      const position = now.indexOf(`${station} other-${round}`);
      expect(position).toBeGreaterThanOrEqual(0);
      expect(position).toBeLessThanOrEqual(100 + others.length);
    }
  }
  // The budget of 200 s at once, then nothing until it is refilled.
  const acknowledgedOfLoud = () => it.acknowledged.filter((id) => id.startsWith(`${loud} `)).length;
  expect(acknowledgedOfLoud()).toBe(2_000);
  it.clock.now += 5_000;
  await it.settle();
  expect(acknowledgedOfLoud()).toBe(2_050);
});

test("only the station whose queue is full is read more slowly", async () => {
  const it = events();
  const [loud, other] = [await connectStation(), await connectStation()];
  const handlings = Array.from({ length: 201 }, (_, n) => it.deliver(loud, failure(`e${n}`, STARTED)));
  expect(handlings.slice(0, 200)).toEqual(Array.from({ length: 200 }, () => undefined));
  expect(handlings.at(-1)).toHaveProperty("pauseStation");
  expect(it.deliver(other, failure("e1", STARTED))).toBeUndefined();
  await it.settle();
});

test("a station that exceeds its budget is listed with its events a minute and the time when that began", async () => {
  const name = await connectStation();
  const clock = { now: STARTED };
  const held: { station: string; by: "events_per_minute" }[] = [];
  const queue = { takeHeldBack: () => held };
  const recorder = recordLimitedStations({ db, queue, now: () => clock.now, log });
  onTestFinished(() => recorder.stop());
  const seen = async () => selectLimited(db, { station: name, now: new Date(clock.now).toISOString() });
  held.push({ station: name, by: "events_per_minute" });
  clock.now += 10_000;
  for (let n = 0; n < 500; n++) recorder.count(name);
  await recorder.record();
  const since = "2026-06-01T12:00:10.000Z";
  expect(await seen()).toEqual([{ station: name, since, per_minute: 3_000, limited_by: "events_per_minute" }]);
  clock.now += 60_000;
  for (let n = 0; n < 700; n++) recorder.count(name);
  await recorder.record();
  expect(await seen()).toMatchObject([{ since, per_minute: 700 }]);
  clock.now += 60_000;
  await recorder.record();
  expect(await seen(), "it sends nothing while the rest waits").toMatchObject([{ since, per_minute: 700 }]);
  clock.now += 120_001;
  expect(await seen()).toEqual([]);
  await recorder.record();
  expect(await seen()).toMatchObject([{ since: new Date(clock.now).toISOString() }]);
});
