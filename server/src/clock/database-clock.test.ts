import { sql } from "kysely";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { freezableProxy } from "../../test/freezable-proxy.ts";
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
  const { rows } = await sql<{ at: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as at`.execute(db);
  const at = rows[0]?.at ?? Number.NaN;
  // The faster the answers, the more exact the measurement.
  expect(at).toBeGreaterThan(before - 2_000);
  expect(at).toBeLessThan(clock.now() + 2_000);
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
