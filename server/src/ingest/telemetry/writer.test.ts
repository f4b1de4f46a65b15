import { birth as birthMessage, BIRTH_CODES } from "@groundcrew/shared/link";
import type { Snapshot } from "@groundcrew/shared/telemetry";
import { sql } from "kysely";
import pino from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { snapshotSummary } from "../../../test/board-facts.ts";
import { limitedDatabase } from "../../../test/database.ts";
import { addEachStation, addOrganization, birthOf, envelope, teleOf } from "../../../test/stations.ts";
import { readMessage, type MessageReader } from "../../platform/link/index.ts";
import type { StateChange } from "../../stations/index.ts";
import { stateInputsOf } from "./change.ts";
import type { BirthAnswer } from "./decide.ts";
import { BATCH_COUNT, type Item } from "./telemetry-queue.ts";
import { createWriter, type Writer } from "./writer.ts";

const { db, asOwner } = await limitedDatabase();
const orgId = await addOrganization(db, "Harbor Air");
const at = Date.parse("2026-03-01T12:00:00.000Z");

const reader: Pick<MessageReader, "read"> = { read: (schema, { payload }) => readMessage(schema, payload) };

let writer: Writer;
let written: StateChange[];
let answered: BirthAnswer[];
let logged: { msg: string; station?: string }[];
let count = 0;

beforeEach(() => {
  written = [];
  answered = [];
  logged = [];
  const log = pino({ level: "warn" }, { write: (line) => void logged.push(JSON.parse(line)) });
  writer = createWriter({
    db,
    reader,
    server: "one",
    retryMs: 50,
    log,
    onWritten: (changes) => void written.push(...changes),
    onSuperseded: () => {},
    answer: async (births) => void answered.push(...births),
  });
});

afterEach(() => writer.stop());

/** Flushes until a condition holds: on a busy machine, a batch may take longer than a statement may, and is written again. */
async function flushUntil(isDone: () => Promise<boolean> | boolean): Promise<void> {
  do await writer.flush();
  while (!(await isDone()));
}

async function stations(number: number): Promise<string[]> {
  const names = Array.from({ length: number }, () => `gc-${++count}`);
  await addEachStation(
    db,
    names.map((name) => ({ name, org_id: orgId })),
  );
  return names;
}

async function station(): Promise<string> {
  const [name = ""] = await stations(1);
  return name;
}

function snapshotItem(seq: number, status: Snapshot["status"] = {}): Item {
  const reading = {
    text: Buffer.from("{}"),
    summary: snapshotSummary({}),
    batteries: null,
    ...stateInputsOf({ time: 1, status }),
  };
  return { change: { kind: "snapshot", at, boot: 1, seq, skewMs: 0, reading } };
}

async function swapsOf(name: string): Promise<number | null> {
  const row = await db
    .selectFrom("station_states")
    .select("swaps_reported")
    .where("station_name", "=", name)
    .executeTakeFirst();
  return row?.swaps_reported ?? null;
}

test("a state that the database refuses is dropped and logged with its station, and all others of its batch are written", async () => {
  const [good, bad, fine] = [await station(), await station(), await station()];
  await asOwner(sql`alter table station_states add constraint refused check (swaps_reported <> 666)`);
  for (const [name, swaps_performed] of [
    [good, 1],
    [bad, 666],
    [fine, 2],
  ] as const) {
    void writer.push(name, snapshotItem(1, { swaps_performed }));
  }
  await flushUntil(() => written.length === 2);
  expect([await swapsOf(good), await swapsOf(bad), await swapsOf(fine)]).toEqual([1, null, 2]);
  expect(written.map(({ name }) => name)).toEqual([good, fine]);
  expect(logged.at(-1)).toMatchObject({
    station: bad,
    msg: "a station's state was rejected by the database and dropped",
  });
  await asOwner(sql`alter table station_states drop constraint refused`);
  void writer.push(bad, snapshotItem(2, { swaps_performed: 666 }));
  await flushUntil(() => written.length === 3);
  expect(await swapsOf(bad)).toBe(666);
});

test("a state that cannot be written now is kept until it can", async () => {
  const name = await station();
  await asOwner(sql`alter table station_states rename to away`);
  void writer.push(name, snapshotItem(1, { swaps_performed: 1 }));
  await writer.flush();
  expect(written).toEqual([]);
  expect(logged[0]).toMatchObject({ msg: "messages of stations could not be written and stay queued" });
  await asOwner(sql`alter table away rename to station_states`);
  void writer.push(name, snapshotItem(2, { swaps_performed: 2 }));
  await flushUntil(async () => (await swapsOf(name)) === 2);
  // On a slow machine the first one was written before the second came.
  expect(written.at(-1)).toMatchObject({ name, state: { swaps_performed: 2 } });
});

test("a birth is answered once when the historical points that came with it have to be written later", async () => {
  const name = await station();
  const taken = at - 60 * 60_000;
  await asOwner(sql`
    create function refuse() returns trigger language plpgsql as $$ begin
      raise exception using errcode = 'query_canceled';
    end $$`);
  await asOwner(sql`
    create trigger refuse before insert on station_history for each row
    when (new.minute < ${sql.lit(new Date(at - 60_000).toISOString())}) execute function refuse()`);
  const birth = { id: "birth-1", data: birthMessage.parse(birthOf(envelope(1, 1))).data };
  const data = { snapshot: { time: taken / 1_000, status: {} }, historical: true };
  const payload = Buffer.from(JSON.stringify({ ...envelope(1, 3, at), data }));
  void writer.push(name, { ...snapshotItem(1), birth });
  void writer.push(name, snapshotItem(2));
  void writer.pushReceived({ station: name, topic: "tele", payload, receivedAt: at });
  await writer.flush();
  const filled = async () => {
    const points = await db.selectFrom("station_history").select("minute").where("station_name", "=", name).execute();
    return points.some(({ minute }) => minute === new Date(taken).toISOString());
  };
  expect(await filled()).toBe(false);
  await asOwner(sql`drop trigger refuse on station_history`);
  await flushUntil(filled);
  expect(answered.map(({ code }) => code)).toEqual([BIRTH_CODES.accepted]);
});

test("a station that sends too much at once has to wait until it is written", async () => {
  const name = await station();
  const answers = Array.from({ length: 40 }, (_, turn) =>
    writer.push(name, turn % 2 ? snapshotItem(turn) : { change: { kind: "lost", at } }),
  );
  expect(answers[30]).toBeUndefined();
  expect(answers[39]).toBeInstanceOf(Promise);
  await answers[39];
  expect(written).toMatchObject([{ name }]);
  expect(writer.push(name, snapshotItem(99))).toBeUndefined();
  await writer.stop();
});

test("of snapshots that follow each other only the last is written", async () => {
  const name = await station();
  const answers = Array.from({ length: 1_000 }, (_, seq) =>
    writer.push(name, snapshotItem(seq, { swaps_performed: seq })),
  );
  expect(answers.filter((answer) => answer !== undefined)).toEqual([]);
  await writer.flush();
  expect(written).toMatchObject([{ name, state: { version: 1, swaps_performed: 999 } }]);
});

test("more stations than fit into a batch are written one after the other", async () => {
  await sql`insert into stations (name, serial_number, station_type, org_id)
    select 'gc-many-' || n, 'Many ' || n, 'atlas', ${orgId} from generate_series(1, 600) n`.execute(db);
  for (let number = 1; number <= 600; number++)
    void writer.push(`gc-many-${number}`, snapshotItem(1, { swaps_performed: number }));
  await flushUntil(() => written.length >= 600);
  const total = await sql<{ sum: number }>`
    select sum(swaps_reported)::bigint as sum from station_states where station_name like 'gc-many-%'`.execute(db);
  expect(total.rows[0]?.sum).toBe((600 * 601) / 2);
  expect(written).toHaveLength(600);
});

test("two servers that receive the same messages write every message once", async () => {
  const names = [await station(), await station(), await station()];
  const other = createWriter({
    db,
    reader,
    server: "two",
    log: pino({ level: "silent" }),
    onWritten: () => undefined,
    onSuperseded: () => {},
    answer: async () => {},
  });
  for (let seq = 1; seq <= 20; seq++) {
    for (const name of names) void (seq % 2 ? writer : other).push(name, snapshotItem(seq, { swaps_performed: seq }));
    await Promise.all([writer.flush(), other.flush()]);
  }
  await Promise.all([writer.stop(), other.stop()]);
  const rows = await db
    .selectFrom("station_states")
    .select(["seq", "swaps_performed"])
    .where("station_name", "in", names)
    .execute();
  expect(rows).toEqual(names.map(() => ({ seq: 20, swaps_performed: 20 })));
});

test("batches get smaller when the database is slow, until everything is written", async () => {
  const names = await stations(300);
  await asOwner(sql`
    create function starve() returns trigger language plpgsql as $$ begin
      if (select count(*) from changed) > 100 then raise exception using errcode = 'query_canceled'; end if;
      return null;
    end $$`);
  await asOwner(sql`
    create trigger starve after update on station_states referencing new table as changed
    for each statement execute function starve()`);
  for (const name of names) void writer.push(name, snapshotItem(1));
  await flushUntil(() => written.length >= names.length);
  await asOwner(sql`drop trigger starve on station_states`);
  expect(written.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

test("when some states of a batch cannot be written now, the others are, and are not written again", async () => {
  const names = await stations(BATCH_COUNT + 1);
  for (const name of names) void writer.push(name, snapshotItem(1));
  await flushUntil(() => written.length === names.length);
  written = [];
  const last = names.at(-1) ?? "";
  await db.transaction().execute(async (tx) => {
    await sql`select from station_states where station_name = ${last} for update`.execute(tx);
    for (const name of names) void writer.push(name, snapshotItem(2));
    await writer.flush();
    expect(written.map(({ name }) => name).toSorted()).toEqual(names.slice(0, BATCH_COUNT).toSorted());
  });
  await flushUntil(() => written.length > BATCH_COUNT);
  expect(written).toHaveLength(BATCH_COUNT + 1);
  expect(written.at(-1)?.name).toBe(last);
});

test("while more arrives than a batch holds, a station is paused until its snapshot is taken, and never for its births", async () => {
  const names = await stations(BATCH_COUNT);
  const message = (seq: number) => Buffer.from(JSON.stringify(teleOf(envelope(1, seq), {})));
  const push = (name: string, seq: number) =>
    writer.pushReceived({ station: name, topic: "tele", payload: message(seq), receivedAt: at });
  const handlings = names.map((name) => push(name, 1));
  expect(handlings.slice(0, -1)).toEqual(handlings.slice(0, -1).map(() => undefined));
  expect(handlings.at(-1)).toEqual({ pauseStation: expect.any(Promise) });
  expect(writer.push(names[0] ?? "", { change: { kind: "lost", at } })).toBeUndefined();
  await writer.flush();
  expect(push(names[0] ?? "", 2)).toBeUndefined();
  await writer.stop();
});
