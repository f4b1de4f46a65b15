import { sql } from "kysely";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { REPORTS_EVENTS } from "../../test/event-rig.ts";
import { sendMessage } from "../../test/station.ts";
import { addOrganization, addStation, birthOf, envelope, eventOf, teleOf } from "../../test/stations.ts";
import { TelemetryRig } from "../../test/telemetry-rig.ts";
import { propertyRuns } from "../../../shared/test/property-runs.ts";

const { db } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
const rig = new TelemetryRig(db);
const MINUTE = 60_000;
const LAST_BOOT = 4;

beforeAll(() => rig.start());
afterAll(() => rig.stop());

type Parsed = { topic: "birth" | "tele" | "event" | "death"; message: object };

const door = fc.constantFrom("open" as const, "closed" as const);
const boot = fc.integer({ min: 1, max: LAST_BOOT });

/** One message that a station sends in some boot; `seq` makes it different from all others. */
const stationMessage = fc.oneof(
  fc.record({ what: fc.constantFrom("birth" as const, "tele" as const), boot, door }),
  fc.record({ what: fc.constant("historical" as const), boot, door, ageMin: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ what: fc.constant("death" as const), boot }),
  fc.record({
    what: fc.constantFrom("swap" as const, "failure" as const),
    boot,
    ageMin: fc.integer({ min: 0, max: 30 }),
  }),
);

/** The snapshot that it sends while nothing changes. */
const newest: Parsed = {
  topic: "tele",
  message: teleOf(envelope(LAST_BOOT, 1_000, rig.now), { swaps_performed: 9, pad: "empty" }),
};

/** A log of everything a station may send, over several boots. */
const log = fc.array(stationMessage, { minLength: 1, maxLength: 16 }).map((all) =>
  all.map((one, index): Parsed => {
    const header = envelope(one.boot, index + 2, rig.now);
    switch (one.what) {
      case "birth":
        return {
          topic: "birth",
          message: birthOf(header, { door: one.door }, { capabilities: REPORTS_EVENTS }),
        };
      case "tele":
        return { topic: "tele", message: teleOf(header, { door: one.door }) };
      case "historical": {
        const snapshot = { time: (rig.now - one.ageMin * MINUTE) / 1_000, status: { door: one.door } };
        return { topic: "tele", message: { ...header, data: { snapshot, historical: true } } };
      }
      case "death":
        return { topic: "death", message: { v: 1, boot: one.boot, ...(index % 2 === 0 && { seq: index }) } };
      case "swap":
      case "failure": {
        const occurred = rig.now - one.ageMin * MINUTE;
        const event_id = `e${index}`;
        if (one.what === "swap")
          return { topic: "event", message: eventOf(header, { kind: "swap", event_id, occurred, facts: {} }) };
        const facts = { error_message: "Belt slipped." };
        return {
          topic: "event",
          message: eventOf(header, { kind: "station_error", event_id, occurred, facts }),
        };
      }
    }
  }),
);

/** The same log in any order, each message once or more often. */
const mixed = log
  .map((all) => all.concat(newest))
  .chain((sent) =>
    fc
      .array(fc.constantFrom(...sent), { maxLength: 16 })
      .chain((doubles) => fc.shuffledSubarray([...sent, ...doubles], { minLength: sent.length + doubles.length }))
      .map((delivered) => ({ sent, delivered })),
  );

let count = 0;

/** What is stored for a new station after a log was delivered. */
async function after(delivered: readonly Parsed[]) {
  const name = await addStation(db, { name: `gc-${String(++count).padStart(12, "0")}`, org_id: orgId });
  const station = await rig.connect(name);
  await station.birth(birthOf(envelope(1, 1, rig.now), { swaps_performed: 5 }, { capabilities: REPORTS_EVENTS }));
  for (const { topic, message } of delivered) await sendMessage(station.client, topic, message);
  await rig.settle();
  await station.client.endAsync();
  const rowsIn = (table: "station_states" | "station_snapshots" | "station_errors" | "station_history") =>
    db.selectFrom(table).where("station_name", "=", name);
  const [state, snapshot, errors, events, history] = await Promise.all([
    rowsIn("station_states")
      .select(["boot", "seq", "last_active", "last_online", "last_telemetry", "last_swapped", "clock_skew_ms"])
      .select(["swaps_performed", "swaps_reported", "swaps_by_events", "capabilities"])
      .execute(),
    rowsIn("station_snapshots").select("snapshot").execute(),
    rowsIn("station_errors")
      .select(["event_id", "error_message", "occurred", "time_logged"])
      .orderBy("event_id")
      .execute(),
    sql`select event_id, kind, happened from station_events where station_name = ${name} order by event_id`.execute(db),
    rowsIn("station_history")
      .select(["minute", "swaps_performed", "error_count", "door", "pad"])
      .orderBy("minute")
      .execute(),
  ]);
  return {
    state,
    snapshot,
    errors,
    events: events.rows,
    last: history.at(-1),
    swaps: history.map(({ swaps_performed: swaps }) => swaps),
  };
}

test("any order and duplication of births, snapshots, deaths, events and historical snapshots gives the same final state", async () => {
  await fc.assert(
    fc.asyncProperty(mixed, async ({ sent, delivered }) => {
      const { swaps: _, ...timely } = await after(sent);
      const { swaps, ...late } = await after(delivered);
      expect(late).toEqual(timely);
      // The chart may have other points, but no swap is removed.
      expect(swaps).toEqual(swaps.toSorted((one, other) => one - other));
    }),
    propertyRuns("ORDER", 6),
  );
});
