import { sql } from "kysely";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "../../../test/database.ts";
import { freezableProxy } from "../../../test/freezable-proxy.ts";
import { openDatabase } from "../db/index.ts";
import { startDatabaseClock } from "./database-clock.ts";

const { db, url } = await testDatabase();
const log = pino({ level: "silent" });
const MINUTE = 60_000;

test.each([
  { what: "15 s ahead", skewMs: 15_000 },
  { what: "a minute behind", skewMs: -MINUTE },
  { what: "right", skewMs: 0 },
])("a server whose clock is $what has the database's time", async ({ skewMs }) => {
  const clock = await startDatabaseClock({ db, wall: () => Date.now() + skewMs, log });
  onTestFinished(() => clock.stop());
  const before = clock.now();
  const at = await databaseTime();
  // The faster the answers, the more exact the measurement.
  expect(at).toBeGreaterThan(before - 2_000);
  expect(at).toBeLessThan(clock.now() + 2_000);
});

async function databaseTime(): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as at`.execute(db);
  return rows[0]?.at ?? Number.NaN;
}

test.each([
  { what: "an hour ahead", leapMs: 60 * MINUTE },
  { what: "an hour behind", leapMs: -60 * MINUTE },
])("the time stays the database's when this machine's clock is set to $what", async ({ leapMs }) => {
  let skewMs = 0;
  const clock = await startDatabaseClock({ db, wall: () => Date.now() + skewMs, log });
  onTestFinished(() => clock.stop());
  for (const leap of [leapMs, 0]) {
    skewMs = leap;
    const before = clock.now();
    const at = await databaseTime();
    expect(at).toBeGreaterThan(before - 2_000);
    expect(at).toBeLessThan(clock.now() + 2_000);
  }
});

test("the database is asked at once when this machine was suspended, which stops its steady clock", async () => {
  let suspendedMs = 0;
  const steady = () => performance.now() - suspendedMs;
  const clock = await startDatabaseClock({ db, wall: () => Date.now(), steady, log });
  onTestFinished(() => clock.stop());
  suspendedMs = 60 * MINUTE;
  clock.now();
  // Long before the next regular measurement.
  await expect.poll(() => Math.abs(clock.now() - Date.now()), { timeout: 10_000 }).toBeLessThan(2_000);
});

test("a start waits for a database that does not respond for longer than the query timeout", async () => {
  const proxy = await freezableProxy(url);
  onTestFinished(() => proxy.close());
  const limited = await openDatabase({ url: proxy.url, dataDir: "", log: () => {} });
  onTestFinished(() => limited.stop());
  const before = proxy.connections();
  proxy.freeze();
  const starting = startDatabaseClock({ db: limited.db, wall: () => Date.now(), log });
  // The first connection was closed.
  await expect.poll(proxy.connections).toBeGreaterThan(before + 1);
  proxy.thaw();
  const clock = await starting;
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(MINUTE);
  await clock.stop();
});
