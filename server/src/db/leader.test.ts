import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { runOnOneServer } from "./leader.ts";

const { db, url } = await testDatabase();
const PROGRAM = fileURLToPath(new URL("../../test/leading-process.ts", import.meta.url));
const log = { warn: () => {} };

function server() {
  const seen = { begun: 0, stopped: 0 };
  const leading = runOnOneServer(
    () => {
      seen.begun += 1;
      return { stop: async () => void (seen.stopped += 1) };
    },
    { url, log, everyMs: 20 },
  );
  onTestFinished(() => leading.stop());
  return { seen, stop: () => leading.stop() };
}

/** Waits until this many sessions have asked for the lock. */
async function untilSessionsAsked(sessions: number): Promise<void> {
  const sessionsThatAsked = sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and query like 'select%as leads' and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await sessionsThatAsked.execute(db)).rows.length).toBe(sessions);
}

test("of two servers one does the work, and when it stops the other takes over", async () => {
  const first = server();
  await expect.poll(() => first.seen.begun).toBe(1);
  const second = server();
  await untilSessionsAsked(2);
  expect(second.seen.begun).toBe(0);
  await first.stop();
  expect(first.seen).toEqual({ begun: 1, stopped: 1 });
  await expect.poll(() => second.seen.begun).toBe(1);
});

test("when the server that does the work is killed, the other takes over", async () => {
  const killed = spawn(process.execPath, [PROGRAM, url], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void killed.kill("SIGKILL"));
  const [line] = await once(createInterface({ input: killed.stdout }), "line");
  expect(line).toBe("begun");
  const other = server();
  await untilSessionsAsked(2);
  expect(other.seen.begun).toBe(0);
  killed.kill("SIGKILL");
  await expect.poll(() => other.seen.begun).toBe(1);
});

test("a server that loses its connection stops the work, and begins it again with a new connection", async () => {
  const only = server();
  await expect.poll(() => only.seen.begun).toBe(1);
  await sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
    db,
  );
  await expect.poll(() => only.seen).toEqual({ begun: 2, stopped: 1 });
});
