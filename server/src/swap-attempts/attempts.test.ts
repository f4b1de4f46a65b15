import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import type { StationEvent } from "@groundcrew/shared/link";
import * as fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { propertyRuns } from "../../../shared/test/property-runs.ts";
import { testDatabase } from "../../test/database.ts";
import { eventRig, REPORTS_EVENTS, type EventRig } from "../../test/event-rig.ts";
import { addOrganization, addStation } from "../../test/stations.ts";
import { addRows } from "../../test/swap-totals.ts";
import { decideAttempts } from "./decide-attempts.ts";
import type { CountedAttempt } from "./decide-queries.ts";
import { insertPieces, type NewPiece } from "./piece-queries.ts";

const { db } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
const otherOrgId = await addOrganization(db, "Skyline Logistics");

const RESTING = { swaps_performed: 10, door: "closed", pad: "empty" } as const;

let ids = 0;
const swap = (occurred: number, facts = {}): StationEvent => ({ kind: "swap", event_id: `s${++ids}`, occurred, facts });
const failure = (occurred: number, job_id: string | null = null, job_type = "swap_drone"): StationEvent => ({
  kind: "station_error",
  event_id: `f${++ids}`,
  occurred,
  facts: { error_message: "Left gripper did not report home", job_id, job_type },
});
const padEmpty = (occurred: number): StationEvent => ({
  kind: "pad",
  event_id: `p${++ids}`,
  occurred,
  facts: { pad: "empty" },
});

/** The counts of a station's days and hours together: succeeded, with errors, failed, in maintenance. */
async function countsOf(name: string) {
  const sums = async (table: "swap_days" | "swap_hours") => {
    const { rows } = await sql<{ counts: string }>`
      select concat_ws(' ', coalesce(sum(succeeded), 0), coalesce(sum(with_errors), 0), coalesce(sum(failed), 0), coalesce(sum(maintenance), 0))
        as counts
      from ${sql.table(table)} where station_name = ${name}`.execute(db);
    return rows[0]?.counts;
  };
  const [days, hours] = [await sums("swap_days"), await sums("swap_hours")];
  expect(hours).toBe(days);
  expect(await totalsOf("by day")).toEqual(await totalsOf("of stations"));
  return days;
}

/** The attempts of all stations: as they are counted together, and the sum of those of each. */
async function totalsOf(what: "by day" | "of stations") {
  const columns = sql`firmware, sum(succeeded) as a, sum(with_errors) as b, sum(failed) as c, sum(maintenance) as d`;
  const found = await (
    what === "by day"
      ? sql`
      select start, org_id, station_type, ${columns} from swap_totals where not by_hour
      group by 1, 2, 3, 4 order by 1, 2, 3, 4`
      : sql`
      select day::timestamp at time zone 'utc' as start, org_id, station_type, ${columns}
      from swap_days group by 1, 2, 3, 4 order by 1, 2, 3, 4`
  ).execute(db);
  return found.rows;
}

type Attempt = Omit<CountedAttempt, "station_name" | "org_id" | "station_type" | "swaps">;

async function attemptsOfStation(name: string): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`
    select at, outcome, job_id, errors, firmware, in_maintenance, error_id, fingerprint_id
    from swap_attempts where station_name = ${name} order by at, error_id`.execute(db);
  return rows;
}

/** Delivers events and decides at the rig's time. */
async function deliver(it: EventRig, events: readonly StationEvent[]): Promise<void> {
  for (const event of events) await it.deliver(event);
  await decideAttempts(db, it.rig.now);
}

// @spec R2.2
test("a swap succeeded at once; an error of a job that swaps has failed when the pad is empty, at the next attempt, or after half an hour", async () => {
  const it = await eventRig(db, orgId);
  await it.birth(
    {},
    { snapshot: { time: it.rig.now / 1_000, status: RESTING, firmware_version: [{ version: "1.4.3" }] } },
  );
  await deliver(it, [swap(it.rig.now - 10 * MINUTE_MS)]);
  expect(await countsOf(it.name)).toBe("1 0 0 0");

  await deliver(it, [failure(it.rig.now, "a")]);
  expect(await countsOf(it.name)).toBe("1 0 0 0");
  await deliver(it, [padEmpty(it.rig.now)]);
  expect(await countsOf(it.name)).toBe("1 0 1 0");

  it.rig.now += HOUR_MS;
  await deliver(it, [failure(it.rig.now, "b"), failure(it.rig.now, "c")]);
  expect(await countsOf(it.name)).toBe("1 0 2 0");
  it.rig.now += 30 * MINUTE_MS - 1;
  await decideAttempts(db, it.rig.now);
  expect(await countsOf(it.name)).toBe("1 0 2 0");
  it.rig.now += 1;
  await decideAttempts(db, it.rig.now);
  expect(await countsOf(it.name)).toBe("1 0 3 0");

  const attempts = await attemptsOfStation(it.name);
  expect(attempts.map(({ outcome, job_id, errors, firmware }) => [outcome, job_id, errors, firmware])).toEqual([
    ["failed", "a", 1, "1.4.3"],
    ["failed", "b", 1, "1.4.3"],
    ["failed", "c", 1, "1.4.3"],
  ]);
  const errors = await db
    .selectFrom("station_errors")
    .select(["id", "fingerprint_id"])
    .where("station_name", "=", it.name)
    .orderBy("id")
    .execute();
  expect(attempts.map(({ error_id, fingerprint_id }) => ({ id: error_id, fingerprint_id }))).toEqual(errors);
  await it.rig.stop();
});

// @spec R2.1
test("errors of other jobs are no attempts, and errors without a job type are by their message", async () => {
  const it = await eventRig(db, orgId);
  const inMessage: StationEvent = {
    kind: "station_error",
    event_id: "m",
    occurred: it.rig.now,
    facts: { error_message: "(job_type=swap_drone) Latch not open" },
  };
  await deliver(it, [failure(it.rig.now - HOUR_MS, "a", "home_all"), inMessage, padEmpty(it.rig.now)]);
  expect(await countsOf(it.name)).toBe("0 0 1 0");
  await it.rig.stop();
});

// @spec R2.3
test("a late swap of the same job turns a failed attempt into one with errors", async () => {
  const it = await eventRig(db, orgId);
  const began = it.rig.now - 3 * DAY_MS;
  await deliver(it, [failure(began, "a"), padEmpty(began + MINUTE_MS)]);
  expect(await countsOf(it.name)).toBe("0 0 1 0");
  await deliver(it, [swap(began + 2 * MINUTE_MS, { job_id: "a", seconds: 61, slot_in: 3, slot_out: 5 })]);
  expect(await countsOf(it.name)).toBe("0 1 0 0");
  expect((await attemptsOfStation(it.name)).map(({ outcome, at }) => [outcome, Date.parse(at)])).toEqual([
    ["with_errors", began],
  ]);
  await it.rig.stop();
});

test("events that are delivered twice, and decisions that are repeated, change nothing", async () => {
  const it = await eventRig(db, orgId);
  const events = [swap(it.rig.now - 9 * MINUTE_MS), failure(it.rig.now, "a"), padEmpty(it.rig.now)];
  await deliver(it, events);
  await deliver(it, events);
  await decideAttempts(db, it.rig.now + HOUR_MS);
  expect(await countsOf(it.name)).toBe("1 0 1 0");
  await it.rig.stop();
});

// @spec R2.4
test("attempts in maintenance are counted apart, by when they happened", async () => {
  const it = await eventRig(db, orgId);
  const { now } = it.rig;
  await addRows(db, "maintenance_windows", [
    {
      station_name: it.name,
      why: "Belt",
      by_name: "Ana Ruiz",
      by_staff: false,
      starts: new Date(now - 2 * HOUR_MS).toISOString(),
      ends: new Date(now + HOUR_MS).toISOString(),
      ended_at: new Date(now - HOUR_MS).toISOString(),
    },
  ]);
  const during = now - 90 * MINUTE_MS;
  await deliver(it, [
    swap(during),
    failure(during + 10 * MINUTE_MS),
    padEmpty(during + 11 * MINUTE_MS),
    swap(now - 30 * MINUTE_MS),
  ]);
  expect(await countsOf(it.name)).toBe("1 0 0 2");
  expect((await attemptsOfStation(it.name)).map(({ in_maintenance }) => in_maintenance)).toEqual([true]);
  await it.rig.stop();
});

test("attempts belong to the organization at the time, and stay there when the station moves", async () => {
  const it = await eventRig(db, orgId);
  await deliver(it, [failure(it.rig.now, "a"), padEmpty(it.rig.now)]);
  await db.updateTable("stations").set({ org_id: otherOrgId }).where("name", "=", it.name).execute();
  it.rig.now += HOUR_MS;
  await deliver(it, [failure(it.rig.now, "b"), padEmpty(it.rig.now), swap(it.rig.now - 30 * MINUTE_MS)]);
  const days = await sql`
    select org_id, succeeded, failed from swap_days where station_name = ${it.name} order by org_id`.execute(db);
  expect(days.rows).toEqual([
    { org_id: orgId, succeeded: 0, failed: 1 },
    { org_id: otherOrgId, succeeded: 1, failed: 1 },
  ]);
  await it.rig.stop();
});

// @spec R2.5
test("swaps of a station without swap events are counted by the rise of its counter, but not by its first reading", async () => {
  const it = await eventRig(db, orgId);
  const capabilities = { ...REPORTS_EVENTS, events: ["station_error", "pad"] };
  await it.birth({}, { capabilities }, 2);
  await it.deliverSnapshot({ swaps_performed: 11 }, 2);
  await decideAttempts(db, it.rig.now);
  const counted = await countsOf(it.name);
  await it.deliverSnapshot({ swaps_performed: 14 }, 2);
  await it.deliverSnapshot({ swaps_performed: 14 }, 2);
  await decideAttempts(db, it.rig.now);
  expect([counted, await countsOf(it.name)]).toEqual(["1 0 0 0", "4 0 0 0"]);
  await it.rig.stop();
});

test("what was stored is decided after a restart, and a decision that fails is made later", async () => {
  const it = await eventRig(db, orgId);
  await it.deliver(failure(it.rig.now, "a"));
  await it.deliver(padEmpty(it.rig.now));
  const aborted = new AbortController();
  aborted.abort();
  await decideAttempts(db, it.rig.now, aborted.signal);
  expect(await countsOf(it.name)).toBe("0 0 0 0");
  await decideAttempts(db, it.rig.now + DAY_MS);
  expect(await countsOf(it.name)).toBe("0 0 1 0");
  await it.rig.stop();
});

test("many events at once are decided in parts", async () => {
  const name = await addStation(db, { name: `gc-many-${++ids}`, org_id: orgId });
  const row = { station_name: name, kind: "swap" as const, job_id: null, swaps: 1, firmware: "1" };
  const pieces = Array.from({ length: 1_200 }, (_, nth): NewPiece => {
    const at = new Date(BEGAN + nth * 6 * MINUTE_MS).toISOString();
    return Object.assign({ event_id: `many-${nth}`, at, received: at }, row);
  });
  await insertPieces(db, pieces);
  await decideAttempts(db, BEGAN + 8 * DAY_MS);
  expect(await countsOf(name)).toBe("1200 0 0 0");
});

const BEGAN = Date.parse("2026-03-01T12:00:00.000Z");
const anyPieces = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom<NewPiece["kind"]>("swap", "error", "error", "pad_empty"),
    minute: fc.integer({ min: 0, max: 400 }),
    job_id: fc.constantFrom(null, "a", "b"),
    event_id: fc.integer({ min: 1, max: 999 }).map(String),
    firmware: fc.constantFrom("1", "2"),
    /** Whether attempts are decided after it was stored. */
    isDecided: fc.boolean(),
  }),
  { selector: ({ event_id }) => event_id, minLength: 1, maxLength: 14 },
);
type AnyPiece = (typeof anyPieces extends fc.Arbitrary<infer T> ? T : never)[number];

/** Stores pieces in an order, and decides after some of them. Returns what is counted in the end. */
async function store(pieces: readonly AnyPiece[], decides: (piece: AnyPiece) => boolean) {
  const name = await addStation(db, { name: `gc-any-${++ids}`, org_id: orgId });
  let now = BEGAN;
  for (const stored of pieces) {
    const { minute, isDecided: _isDecided, kind, event_id, ...piece } = stored;
    const at = new Date(BEGAN + minute * MINUTE_MS).toISOString();
    now = Math.max(now, Date.parse(at));
    // As ids of errors, whose order is that of storing.
    const row = { ...piece, station_name: name, event_id, at, received: at, kind, swaps: kind === "swap" ? 1 : 0 };
    await insertPieces(db, [row]);
    if (kind === "error") {
      await sql`
        update swap_pieces set error_id = ${Number(event_id)} where station_name = ${name} and event_id = ${event_id}`.execute(
        db,
      );
    }
    if (decides(stored)) await decideAttempts(db, now);
  }
  await decideAttempts(db, BEGAN + DAY_MS);
  const days = await sql`
    select day, firmware, succeeded, with_errors, failed from swap_days
    where station_name = ${name} and succeeded + with_errors + failed > 0 order by day, firmware`.execute(db);
  return { days: days.rows, attempts: await attemptsOfStation(name) };
}

test("the order in which pieces are stored, and when attempts are decided between them, change nothing in the end", async () => {
  await fc.assert(
    fc.asyncProperty(
      anyPieces.chain((pieces) =>
        fc.tuple(fc.constant(pieces), fc.shuffledSubarray(pieces, { minLength: pieces.length })),
      ),
      async ([pieces, shuffled]) => {
        const inOrder = pieces.toSorted((a, b) => a.minute - b.minute);
        const once = await store(inOrder, () => false);
        expect(await store(shuffled, ({ isDecided }) => isDecided)).toEqual(once);
      },
    ),
    propertyRuns("ATTEMPTS", 30),
  );
});
