import { sql } from "kysely";
import type { StationEvent } from "@groundcrew/shared/link";
import * as fc from "fast-check";
import { pino } from "pino";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { addOrganization, addStation } from "../../test/stations.ts";
import { readEvent } from "./events/received-event.ts";
import { ingestEvents } from "./events/ingest-events.ts";
import { propertyRuns } from "../../../shared/test/property-runs.ts";

const { db } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
const log = pino({ level: "silent" });
const MINUTE = 60_000;
const began = Date.parse("2026-03-01T12:00:00.000Z");
const receivedAt = began + 60 * MINUTE;

const facts = fc.oneof(
  fc.record({ kind: fc.constant("swap" as const), facts: fc.constant({}) }),
  fc.record({ kind: fc.constant("door" as const), facts: fc.record({ door: fc.constantFrom("open", "closed") }) }),
  fc.record({ kind: fc.constant("pad" as const), facts: fc.record({ pad: fc.constantFrom("occupied", "empty") }) }),
  fc.record({
    kind: fc.constant("station_error" as const),
    facts: fc.record({ error_message: fc.constantFrom("Belt slipped.", "half a \ud800", "x") }),
  }),
);

/** Events at a station between minute 0 and 8, when its history already has some points. */
const anyEvents = fc.array(fc.tuple(facts, fc.integer({ min: -MINUTE, max: 8 * MINUTE })), {
  minLength: 1,
  maxLength: 14,
});

/** The same events in any order, each one or more times, in batches of any size. */
const mixed = anyEvents.chain((events) => {
  const all = events.map(([fact, at], index) => ({ event_id: `e${index}`, occurred: began + at, ...fact }));
  return fc.record({
    all: fc.constant(all),
    delivered: fc
      .array(fc.constantFrom(...all), { maxLength: 10 })
      .chain((doubles) => fc.shuffledSubarray([...all, ...doubles], { minLength: all.length + doubles.length })),
    batches: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 }),
  });
});

let count = 0;

async function newStation(): Promise<string> {
  const name = await addStation(db, { name: `gc-${String(++count).padStart(12, "0")}`, org_id: orgId });
  await db
    .insertInto("station_states")
    .values({
      station_name: name,
      swaps_performed: 100,
      swaps_by_events: true,
      last_telemetry: new Date(began).toISOString(),
    })
    .execute();
  const common = { station_name: name, swaps_performed: 100, error_count: 0, pad: "empty" } as const;
  await db
    .insertInto("station_history")
    .values([
      { ...common, minute: new Date(began).toISOString(), online: true, door: "closed" },
      { ...common, minute: new Date(began + 3 * MINUTE).toISOString(), online: false, door: "open" },
      { ...common, minute: new Date(began + 6 * MINUTE).toISOString(), online: true, door: "closed" },
    ])
    .execute();
  return name;
}

/** What is stored for a new station after batches of events, and the ids that were acknowledged. */
async function after(batches: readonly (readonly object[])[]) {
  const station = await newStation();
  const acknowledged = new Set<string>();
  const publish = async (_topic: string, payload: string) => {
    const { ids }: { ids: string[] } = JSON.parse(payload);
    for (const id of ids) acknowledged.add(id);
    return true;
  };
  for (const batch of batches) {
    const received = batch.map((data, seq) => {
      const payload = Buffer.from(JSON.stringify({ v: 1, id: "x", boot: 1, seq, ts: receivedAt, data }));
      return readEvent({ station, topic: "event", payload, receivedAt }, () => {});
    });
    await ingestEvents(received, { db, link: { publish, supersede: () => {} }, refresh: async () => {}, log });
  }
  return { acknowledged, ...(await stored(station)) };
}

async function stored(station: string) {
  const rowsOf = (table: "station_history" | "station_errors" | "station_states") =>
    db.selectFrom(table).where("station_name", "=", station);
  const [state, history, errors, quarantined] = await Promise.all([
    rowsOf("station_states").select(["swaps_performed", "last_swapped", "last_active"]).execute(),
    rowsOf("station_history")
      .select(["minute", "swaps_performed", "error_count", "online", "door", "pad", "door_reported", "pad_reported"])
      .orderBy("minute")
      .execute(),
    rowsOf("station_errors").select(["event_id", "error_message", "occurred"]).orderBy("event_id").execute(),
    sql`select event_id, reason from quarantined_events where station_name = ${station} order by event_id`.execute(db),
  ]);
  return { state, history, errors, quarantined: quarantined.rows };
}

function cut<Item>(items: readonly Item[], sizes: readonly number[]): Item[][] {
  const pieces: Item[][] = [];
  for (let at = 0, turn = 0; at < items.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(items.slice(at, at + size));
    at += size;
  }
  return pieces;
}

test("events have the same result in any order, in any batches and when repeated, and each is counted once", async () => {
  await fc.assert(
    fc.asyncProperty(mixed, async ({ all, delivered, batches }) => {
      const once = await after(all.map((single) => [single]));
      expect(await after(cut(delivered, batches))).toEqual(once);
      expect(once.acknowledged).toEqual(new Set(all.map(({ event_id }) => event_id)));
      const swaps = all.filter(({ kind }: Pick<StationEvent, "kind">) => kind === "swap").length;
      expect(once.state).toMatchObject([{ swaps_performed: 100 + swaps }]);
      expect(once.history.at(-1)).toMatchObject({ swaps_performed: 100 + swaps, error_count: once.errors.length });
    }),
    propertyRuns("ORDER", 8),
  );
});
