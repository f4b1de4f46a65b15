import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { sql, type RawBuilder } from "kysely";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { cases } from "../../../../shared/test/property-runs.ts";
import { testDatabase } from "../../../test/database.ts";
import { addEachStation, addOrganization } from "../../../test/stations.ts";
import { Board } from "./board.ts";
import { startCatchUp } from "./catch-up.ts";
import { rowOf } from "./entry.ts";

const { db, url, asOwner } = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), "groundcrew-board-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "stations.board");
const log = pino({ level: "silent" });
const now = Date.parse("2026-03-01T12:00:00.000Z");
const EVERYTHING = { support_metrics: true, telemetry: true, config: true, ssot: true, replaceables: true };
const NAMES = Array.from({ length: 20 }, (_, index) => `gc-${String(index).padStart(3, "0")}`);

const orgId = await addOrganization(db, "Harbor Air");

beforeAll(async () => {
  await addEachStation(
    db,
    NAMES.map((name) => ({ name, org_id: orgId })),
  );
  await sql`insert into station_states (station_name, swaps_performed) select name, 1 from stations`.execute(db);
  await sql`insert into station_snapshots (station_name, snapshot) select name, '{}' from stations`.execute(db);
});

const started: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const { stop } of started.splice(0)) await stop();
  rmSync(file, { force: true });
});

/** A server's board, and how often it has read a station's facts since. */
async function start(at: string | null = file) {
  let reads = 0;
  const plugin = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      reads += result.rows.filter((row) => "serial_number" in row).length;
      return result;
    },
  });
  const board = new Board(() => now);
  const watched = Object.assign(plugin, { hasTenants: true } as const);
  const catchUp = await startCatchUp({ db: watched, url, board, server: "one", file: at, log });
  started.push(catchUp);
  return { board, reads: () => reads, stop: () => catchUp.stop() };
}

function listOf(board: Board): string[] {
  return board.list({ orgId: null, admin: true, withRetired: true }).map(({ entry }) => rowOf(entry, EVERYTHING, true));
}

/** The list as it is in the database. */
async function storedList(): Promise<string[]> {
  return listOf((await start(null)).board);
}

/** Changes stations without marking them as changed. */
async function withoutMarks(change: RawBuilder<unknown>): Promise<void> {
  await asOwner(sql`alter table stations disable trigger mark`);
  await change.execute(db);
  await asOwner(sql`alter table stations enable trigger mark`);
}

function describe(name: string, description: string) {
  return db.updateTable("stations").set({ description }).where("name", "=", name).execute();
}

function report(name: string, swaps: number, by = "other") {
  return db.transaction().execute(async (tx) => {
    await sql`update station_states set swaps_performed = ${swaps}, version = version + 1, changed_by = ${by},
      changed_xid = pg_current_xact_id() where station_name = ${name}`.execute(tx);
    await sql`update station_snapshots set snapshot = ${JSON.stringify({ warn_message: String(swaps) })}
      where station_name = ${name}`.execute(tx);
  });
}

test("a server that starts again has the list as before its stop, and reads only a few stations to compare them", async () => {
  const many = Array.from({ length: 300 }, (_, index) => `gc-many-${index}`);
  await sql`insert into stations (name, serial_number, station_type, org_id)
    select name, name, 'atlas', ${orgId} from unnest(${many}::text[]) name`.execute(db);
  // Long ago, since transactions of other databases on the same server count as well.
  await withoutMarks(sql`update stations set changed_xid = '3'`);
  const before = await start();
  const list = listOf(before.board);
  await before.stop();
  const after = await start();
  expect(listOf(after.board)).toEqual(list);
  expect(after.reads()).toBeLessThan(100);
  await sql`delete from stations where name = any(${many})`.execute(db);
});

const change = fc.record({
  kind: fc.constantFrom("edit", "report", "error"),
  name: fc.constantFrom(...NAMES),
  number: fc.nat(1_000),
});

test("whatever changes before and after the stop, the list is that of the database", async () => {
  const apply = async ({ kind, name, number }: { kind: string; name: string; number: number }) => {
    if (kind === "edit") await describe(name, `number ${number}`);
    else if (kind === "report") await report(name, number);
    else
      await db
        .insertInto("station_errors")
        .values({ station_name: name, error_message: `${number}` })
        .execute();
  };
  const changes = fc.array(change, { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(changes, changes, async (before, since) => {
      const first = await start();
      for (const each of before) await apply(each);
      await first.stop();
      for (const each of since) await apply(each);
      const second = await start();
      expect(listOf(second.board)).toEqual(await storedList());
      await second.stop();
    }),
    cases(4),
  );
});

test("a transaction that was open during the stop is not missed", async () => {
  const first = await start();
  await db.transaction().execute(async (open) => {
    await open.updateTable("stations").set({ description: "late" }).where("name", "=", "gc-000").execute();
    await first.stop();
  });
  const second = await start();
  expect(listOf(second.board)).toEqual(await storedList());
});

test("what was saved is not used if the database says something else", async () => {
  await (await start()).stop();
  await withoutMarks(sql`update stations set description = 'without a mark'`);
  const { board } = await start();
  expect(listOf(board)).toEqual(await storedList());
});

test("what was saved is not used with tables that were replaced", async () => {
  await (await start()).stop();
  await asOwner(sql`cluster station_states using station_states_pkey`);
  expect((await start()).reads()).toBe(NAMES.length);
});

test("states that the server does not know that it has written are read", async () => {
  const first = await start();
  await report("gc-001", 99, "one");
  await db.updateTable("stations").set({ description: "later" }).where("name", "=", "gc-002").execute();
  await expect.poll(() => listOf(first.board)[2]).toContain("later");
  await first.stop();
  expect(listOf((await start()).board)).toEqual(await storedList());
});

test("what was saved is not used with a database that was set back", async () => {
  await (await start()).stop();
  const saved = readFileSync(file);
  const horizon = /"horizon":"(\d+)"/.exec(saved.toString("latin1"))?.[1] ?? "";
  const later = "9".repeat(horizon.length);
  writeFileSync(
    file,
    Buffer.from(saved.toString("latin1").replace(`"horizon":"${horizon}"`, `"horizon":"${later}"`), "latin1"),
  );
  const { board, reads } = await start();
  expect(reads()).toBe(NAMES.length);
  expect(listOf(board)).toEqual(await storedList());
});
