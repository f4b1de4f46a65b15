import { sql } from "kysely";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { startDatabaseClock } from "./database-clock.ts";

const { db } = await testDatabase();
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
  // As exact as the answers to the measuring were quick.
  expect(at).toBeGreaterThan(before - 2_000);
  expect(at).toBeLessThan(clock.now() + 2_000);
});
