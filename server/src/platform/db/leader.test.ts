import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { Client } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { testDatabase } from "../../../test/database.ts";
import { freezableProxy } from "../../../test/freezable-proxy.ts";
import { runOnOneServer } from "./leader.ts";

const { db, url } = await testDatabase();
const PROGRAM = fileURLToPath(new URL("../../../test/leading-process.ts", import.meta.url));

function server(through = url) {
  const seen = { started: 0, stopped: 0 };
  const warnings: string[] = [];
  const log = { warn: (_: object, sentence: string) => void warnings.push(sentence) };
  const leading = runOnOneServer(
    () => {
      seen.started += 1;
      return { stop: async () => void (seen.stopped += 1) };
    },
    { url: through, log, everyMs: 20 },
  );
  onTestFinished(() => leading.stop());
  return { seen, warnings, stop: () => leading.stop() };
}

/** Waits until this many sessions have requested the lock. */
async function untilSessionsWait(sessions: number): Promise<void> {
  const waitingSessions = sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and query like 'select%as leads%' and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await waitingSessions.execute(db)).rows.length).toBe(sessions);
}

test("of two servers one does the work, and when it stops the other takes over", async () => {
  const first = server();
  await expect.poll(() => first.seen.started).toBe(1);
  const second = server();
  await untilSessionsWait(2);
  expect(second.seen.started).toBe(0);
  await first.stop();
  expect(first.seen).toEqual({ started: 1, stopped: 1 });
  await expect.poll(() => second.seen.started).toBe(1);
});

test("when the server that does the work is killed, the other takes over", async () => {
  const killed = spawn(process.execPath, [PROGRAM, url], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void killed.kill("SIGKILL"));
  const [line] = await once(createInterface({ input: killed.stdout }), "line");
  expect(line).toBe("started");
  const other = server();
  await untilSessionsWait(2);
  expect(other.seen.started).toBe(0);
  killed.kill("SIGKILL");
  await expect.poll(() => other.seen.started).toBe(1);
});

test("a server that loses its connection stops the work and restarts it with a new connection", async () => {
  const only = server();
  await expect.poll(() => only.seen.started).toBe(1);
  await sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
    db,
  );
  await expect.poll(() => only.seen).toEqual({ started: 2, stopped: 1 });
  expect(only.warnings).toEqual(["the lock for background work was lost"]);
});

test("a server that does the work stops although its database is frozen", async () => {
  const proxy = await freezableProxy(url);
  onTestFinished(() => proxy.close());
  const frozen = server(proxy.url);
  await expect.poll(() => frozen.seen.started).toBe(1);
  proxy.freeze();
  await frozen.stop();
  // The database ends the session now, rather than after a timeout, so that the next test can have the lock.
  proxy.thaw();
  expect(frozen.seen).toEqual({ started: 1, stopped: 1 });
});

test("a server that gets the lock while it stops does not start the work", async () => {
  const proxy = await freezableProxy(url);
  onTestFinished(() => proxy.close());
  const first = server();
  await expect.poll(() => first.seen.started).toBe(1);
  const query = vi.spyOn(Client.prototype, "query");
  onTestFinished(() => query.mockRestore());
  const second = server(proxy.url);
  await untilSessionsWait(2);
  proxy.freeze();
  const isPending = ([text]: unknown[], call: number) =>
    String(text).includes("pg_try_advisory_lock") && query.mock.settledResults[call]?.type === "incomplete";
  await expect.poll(() => query.mock.calls.some(isPending)).toBe(true);
  await first.stop();
  const stopped = second.stop();
  proxy.thaw();
  await stopped;
  expect(second.seen).toEqual({ started: 0, stopped: 0 });
});

test("a server that cannot reach the database logs it once", async () => {
  let connections = 0;
  const refusing = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void refusing.close());
  await once(refusing, "listening");
  const address = refusing.address();
  const waiting = server(`postgres://127.0.0.1:${typeof address === "object" ? address?.port : ""}/groundcrew`);
  await expect.poll(() => connections).toBeGreaterThan(3);
  expect(waiting.warnings).toEqual(["background work cannot be coordinated"]);
});
