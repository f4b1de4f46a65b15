import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { embeddedServer } from "./embedded-server.ts";
import { heapUsed } from "./heap.ts";
import { addLoad, expectEverythingOnce, expectNothingLost, startLoad, untilAnswering } from "./crash-load.ts";
import { signIn } from "./writing-person.ts";

const MB = 1024 * 1024;
const REQUESTS = 40;
const LOGINS = 3;
/** How long the database is frozen, or until all requests are answered if that is longer. */
const FROZEN_S = Number(process.env["FROZEN_S"] ?? 0);
/**
 * Callers are answered after 4.5 s, with room for a machine that is busy with other tests unless this one runs alone, and everything works
 * as before ten seconds after the recovery.
 */
const [LONGEST_WAIT_MS, RECOVERY_MS] = [FROZEN_S > 0 ? 5_000 : 9_000, 10_000];
const note = { content: "Seen on site", status: "note" };

test("with a frozen database requests fail with 503 and a sentence instead of hanging, and succeed again when it recovers", async ({
  onTestFinished,
}) => {
  const server = await embeddedServer();
  onTestFinished(() => server.stop());
  await addLoad(server.db);
  const load = await startLoad({ ...server, seed: 1 });
  onTestFinished(() => load.stop());
  const call = await signIn(server.url);
  await expect.poll(() => load.person.written.length).toBeGreaterThan(5);
  const heapBefore = heapUsed();

  const waits: number[] = [];
  server.signalDatabase("SIGSTOP");
  try {
    const frozenAt = performance.now();
    do {
      for (const { status, text, ms } of await sendRequests(server.url, call)) {
        expect([status, text]).toEqual([503, expect.stringContaining("The database is not responding")]);
        waits.push(ms);
      }
      // Requests that need no database still work.
      expect((await fetch(`${server.url}/api/console`)).status).toBe(200);
      expect(heapUsed() - heapBefore).toBeLessThan(100 * MB);
    } while (performance.now() - frozenAt < FROZEN_S * 1_000);
  } finally {
    server.signalDatabase("SIGCONT");
  }
  const longestMs = Math.max(...waits);
  expect(longestMs).toBeLessThan(LONGEST_WAIT_MS);

  const recoveringAt = performance.now();
  await expect.poll(async () => (await call("/organizations")).status).toBe(200);
  await untilAnswering(server.db);
  await load.moves();
  expect(performance.now() - recoveringAt).toBeLessThan(RECOVERY_MS);
  await expectNothingLost(server.db, load);
  await load.finish();
  const faults = `${FROZEN_S} s without a database, calls answered with 503 after ${longestMs.toFixed(0)} ms at most`;
  await expectEverythingOnce(server.db, load, faults);
});

test("a frozen database whose queue of callers is full also gives 503", async ({ onTestFinished }) => {
  const server = await embeddedServer();
  onTestFinished(() => server.stop());
  const call = await signIn(server.url);
  server.signalDatabase("SIGSTOP");
  const backlog = await fillBacklog(server.databaseSocket());
  try {
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, async () => [await call("/organizations"), await call("/supportlog/tags")]),
    );
    expect(backlog.length).toBeGreaterThan(10);
    for (const { status, text } of answers.flat()) {
      expect([status, text]).toEqual([503, expect.stringContaining("The database is not responding")]);
    }
  } finally {
    server.signalDatabase("SIGCONT");
    for (const socket of backlog) socket.destroy();
  }
  await expect.poll(async () => (await call("/organizations")).status).toBe(200);
});

/** Sends more requests than there are connections, some of them in sequence, and logins after them. */
async function sendRequests(url: string, call: Awaited<ReturnType<typeof signIn>>) {
  const answers = await Promise.all(
    Array.from({ length: REQUESTS }, async (_, number) => [
      await timed(call("/organizations")),
      await timed(call("/supportlog/tags")),
      await timed(call("/stations/gc-000000000001/supportlog", { body: note, key: `frozen ${number}` })),
    ]),
  );
  const logins = await Promise.all(Array.from({ length: LOGINS }, () => timed(logIn(url))));
  return [...answers.flat(), ...logins];
}

/** A response and how long it took. */
async function timed<Answer>(answer: Promise<Answer>): Promise<Answer & { ms: number }> {
  const began = performance.now();
  return { ...(await answer), ms: performance.now() - began };
}

async function logIn(url: string): Promise<{ status: number; text: string }> {
  const body = JSON.stringify({ type: "credentials", email: "someone@harbor.example", password: "a wrong one" });
  const headers = { "content-type": "application/json" };
  const reply = await fetch(`${url}/api/sessions/current`, { method: "POST", headers, body });
  return { status: reply.status, text: await reply.text() };
}

/** Opens connections to a database that accepts none, until the system's backlog is full. */
async function fillBacklog(path: string): Promise<Socket[]> {
  const waiting: Socket[] = [];
  for (;;) {
    const socket = connect(path);
    const failure = await new Promise<unknown>((resolve) => {
      socket.once("connect", () => resolve(null)).once("error", resolve);
    });
    if (failure !== null) return waiting;
    waiting.push(socket);
    socket.on("error", () => {});
  }
}
