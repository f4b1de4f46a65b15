import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rowOnBoard } from "../../../test/board-facts.ts";
import { testDatabase } from "../../../test/database.ts";
import { addOrganization, addStation } from "../../../test/stations.ts";
import { Board } from "./board.ts";
import { startCatchUp, type CatchUp } from "./catch-up.ts";
import { changedStates } from "../queries.ts";
import { readerOf } from "./read-board.ts";

const { db, url } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
const ALL = { orgId: null, admin: true };
const now = Date.parse("2026-03-01T12:00:00.000Z");

const [one, other] = [new Board(() => now), new Board(() => now)];
let following: CatchUp[];

beforeAll(async () => {
  await addStation(db, { name: "gc-first", org_id: orgId });
  await db.insertInto("station_states").values({ station_name: "gc-first", swaps_performed: 1 }).execute();
  const log = pino({ level: "silent" });
  following = await Promise.all([
    startCatchUp({ db, url, board: one, server: "one", pollMs: 200, log }),
    startCatchUp({ db, url, board: other, server: "other", pollMs: 200, log }),
  ]);
});

afterAll(() => Promise.all(following.map(({ stop }) => stop())));

const onBoard = (board: Board, name: string) => board.find(name, ALL);

function describe(name: string, description: string) {
  return db.updateTable("stations").set({ description }).where("name", "=", name).execute();
}

function setSwaps(swaps_performed: number, changed_by: string | null) {
  return sql`update station_states set swaps_performed = ${swaps_performed}, version = version + 1, changed_by = ${changed_by},
    changed_xid = pg_current_xact_id() where station_name = 'gc-first'`.execute(db);
}

test("a board starts with all stations and their states", () => {
  expect(one.names()).toEqual(["gc-first"]);
  expect(onBoard(one, "gc-first")?.state).toMatchObject({ swaps_performed: 1 });
});

test("a station that a server refreshes is on its own board when the call returns, and soon on all others", async () => {
  await addStation(db, { name: "gc-second", org_id: orgId });
  await following[0]?.refresh(["gc-second"]);
  expect(onBoard(one, "gc-second")?.name).toBe("gc-second");
  await expect.poll(() => onBoard(other, "gc-second")?.name).toBe("gc-second");
});

test.each([
  {
    what: "a station error",
    write: () => db.insertInto("station_errors").values({ station_name: "gc-first", error_message: "Stuck" }).execute(),
    row: { support_metrics: { errors_unresolved: 1 } },
  },
  {
    what: "a support log entry",
    write: () =>
      db
        .insertInto("support_log_entries")
        .values({ station_name: "gc-first", author: "a", status: "incident_pending", content: "x" })
        .execute(),
    row: { support_metrics: { supportlog: { incident_pending: 1 } } },
  },
  {
    what: "a location",
    write: () =>
      db
        .insertInto("station_locations")
        .values({ station_name: "gc-first", purpose: "service", street_address: "Pier 1" })
        .execute(),
    row: { location: { street_address: "Pier 1" } },
  },
  {
    what: "the organization's name",
    write: () => db.updateTable("organizations").set({ name: "Harbor Air Ltd" }).where("id", "=", orgId).execute(),
    row: { organization_name: "Harbor Air Ltd" },
  },
])("a change of $what shows on every board without a refresh", async ({ write, row }) => {
  await write();
  await expect.poll(() => rowOnBoard(one, "gc-first")).toMatchObject(row);
  await expect.poll(() => rowOnBoard(other, "gc-first")).toMatchObject(row);
});

test("a state written by another server is read, the server's own states are left to telemetry", async () => {
  await setSwaps(2, "one");
  // Queried directly: this server's board may read the state anyway when it reads the station for another reason.
  const since = { horizon: "0", after: "", limit: 10 };
  expect(await changedStates(db, { ...since, server: "one" })).toEqual([]);
  expect(await changedStates(db, { ...since, server: "other" })).toMatchObject([
    { station_name: "gc-first", changed_by: "one" },
  ]);
  await expect.poll(() => onBoard(other, "gc-first")?.state).toMatchObject({ swaps_performed: 2 });
  await setSwaps(3, "other");
  await expect.poll(() => onBoard(one, "gc-first")?.state).toMatchObject({ swaps_performed: 3 });
  await setSwaps(4, null);
  await expect.poll(() => onBoard(one, "gc-first")?.state).toMatchObject({ swaps_performed: 4 });
  await expect.poll(() => onBoard(other, "gc-first")?.state).toMatchObject({ swaps_performed: 4 });
});

test("after the connection was lost, states are read whose transactions have numbers that were given before", async () => {
  await sql`update station_states set swaps_performed = 5, version = version + 1, changed_by = null,
    changed_xid = (pg_current_xact_id()::text::bigint - 100)::text::xid8 where station_name = 'gc-first'`.execute(db);
  await describe("gc-second", "Beside the gate");
  await expect.poll(() => onBoard(one, "gc-second")?.parts.facts).toContain("Beside the gate");
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen%stations%'`.execute(db);
  await expect.poll(() => onBoard(one, "gc-first")?.state).toMatchObject({ swaps_performed: 5 });
  await expect.poll(() => onBoard(other, "gc-first")?.state).toMatchObject({ swaps_performed: 5 });
});

test("a snapshot that the board lacks is read, also if a later state came to the board without it", async () => {
  const snapshot = JSON.stringify({ warn_message: "Lens is dirty" });
  await sql`insert into station_snapshots (station_name, snapshot) values ('gc-first', ${snapshot})`.execute(db);
  const state = onBoard(one, "gc-first")?.state;
  if (!state) throw new Error("The station is not on the board.");
  one.putState({ name: "gc-first", state: { ...state, version: state.version + 1 } });
  await setSwaps(state.swaps_performed, null);
  await expect.poll(() => onBoard(one, "gc-first")?.content.template).toContain("Lens is dirty");
});

test("a change whose transaction is long is not missed", async () => {
  await db.transaction().execute(async (early) => {
    await early.updateTable("stations").set({ description: "early" }).where("name", "=", "gc-first").execute();
    await describe("gc-second", "late");
    await expect.poll(() => onBoard(one, "gc-second")?.parts.facts).toContain('"description":"late"');
    // Twice, so that the read that found it has ended.
    await describe("gc-second", "later");
    await expect.poll(() => onBoard(one, "gc-second")?.parts.facts).toContain('"description":"later"');
    expect(onBoard(one, "gc-first")?.parts.facts).not.toContain('"description":"early"');
  });
  await expect.poll(() => onBoard(one, "gc-first")?.parts.facts).toContain('"description":"early"');
});

test("all stations are read, also more than fit in one batch", async () => {
  await sql`insert into stations (name, serial_number, station_type, org_id)
    select 'gc-many-' || n, 'Many ' || n, 'atlas', ${orgId} from generate_series(1, 1200) n`.execute(db);
  await expect.poll(() => one.names().length).toBe(1_202);
});

test("stations that are to be refreshed during a read are read together afterwards, each once", async () => {
  const board = new Board(() => now);
  const statements: { names: string[] }[] = [];
  const plugin = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const names = result.rows.flatMap((row) => (typeof row["serial_number"] === "string" ? String(row["name"]) : []));
      if (names.length > 0) statements.push({ names });
      return result;
    },
  });
  const watched = Object.assign(plugin, { hasTenants: true } as const);
  const log = pino({ level: "silent" });
  const { refresh, stop } = await startCatchUp({ db: watched, url, board, server: "third", log });
  statements.length = 0;
  const requests = Array.from({ length: 50 }, (_, number) => refresh([`gc-many-${number % 5}`, "gc-first"]));
  await Promise.all(requests);
  await stop();
  // A catch-up reads whole pages of stations when an older transaction is still open, so only reads of these few stations count.
  const read = statements.filter(({ names }) => names.includes("gc-first") && names.length <= 6);
  // The first read may have started before the other requests.
  expect(read.length).toBeLessThanOrEqual(2);
  expect(read.at(-1)?.names).toEqual(expect.arrayContaining(["gc-first", "gc-many-4"]));
  for (const { names } of read) expect(new Set(names).size).toBe(names.length);
});

test("a server that stops does not first read all that has changed", async () => {
  const board = new Board(() => now);
  const stopping = new AbortController();
  const read = readerOf(board, { db, server: "stopping", signal: stopping.signal });
  await read.all();
  await describe("gc-first", "changed before the stop");
  await read.changed();
  expect(rowOnBoard(board, "gc-first")).toMatchObject({ description: "changed before the stop" });
  await describe("gc-first", "changed since");
  stopping.abort();
  await read.changed();
  expect(rowOnBoard(board, "gc-first")).toMatchObject({ description: "changed before the stop" });
});
