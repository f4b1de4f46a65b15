import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "vitest";
import { addLoad } from "./crash-load.ts";
import { testDatabase } from "./database.ts";
import { killableServer } from "./killable-server.ts";
import { cookieOf } from "./writing-person.ts";

const { db, url: DATABASE_URL } = await testDatabase();
/** How long each part takes; without it the test would only slow down others. */
const SECONDS = Number(process.env["OVERLOAD_S"] ?? 0);
/** The share of requests that are answered compared with a server that is just busy. Without a limit it is one percent. */
const SHARE = 0.8;
/** So many clients keep the server busy all the time; five times as many, and more, are too many. */
const [ENOUGH, TOO_MANY] = [40, 1_600];
/** One address may have 500 connections. */
const CLIENTS_AN_ADDRESS = 400;
const PATH = "/api/stations/gc-000000000001/supportlog";

// Only Linux has more than one loopback address by default.
test.runIf(process.platform === "linux" && SECONDS > 0)(
  `with forty times the clients that keep it busy, a server answers at least 80 % as many requests, and the others with 503 (${SECONDS} s)`,
  async ({ onTestFinished }) => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), "overload-"));
    const server = killableServer({ DATABASE_URL, DATA_DIR });
    onTestFinished(async () => {
      await server.stop();
      await rm(DATA_DIR, { recursive: true, force: true });
    });
    const { url } = await server.start();
    await addLoad(db);
    const cookie = await cookieOf(url);
    await runClients({ url, cookie, clients: ENOUGH, seconds: SECONDS });
    const busy = await runClients({ url, cookie, clients: ENOUGH, seconds: SECONDS });
    const overloaded = await runClients({ url, cookie, clients: TOO_MANY, seconds: SECONDS });
    const afterwards = await runClients({ url, cookie, clients: ENOUGH, seconds: SECONDS });

    const usual = (busy.answered + afterwards.answered) / 2;
    const rates = [busy, overloaded, afterwards].map(({ answered }) => (answered / SECONDS).toFixed(0));
    process.stdout.write(
      `figure: answered each second: ${rates.join(", ")}, or ${(overloaded.answered / usual).toFixed(2)}\n`,
    );
    expect(usual).toBeGreaterThan(0);
    expect(overloaded.answered / usual).toBeGreaterThan(SHARE);
    // A fast server may have answered all of them within the time that they may wait.
    expect(overloaded.otherStatuses.filter((status) => status !== 503)).toEqual([]);
    expect(overloaded.withoutRetryAfter).toBe(0);
    expect(afterwards.answered / busy.answered).toBeGreaterThan(SHARE);
    expect(afterwards.otherStatuses).toEqual([]);
  },
  Math.max(180_000, SECONDS * 10_000),
);

type Run = { url: string; cookie: string; clients: number; seconds: number };

/** Lets clients send one request after another for some time, and counts those answered with 200 within it. */
async function runClients({ url, cookie, clients, seconds }: Run) {
  const over = new AbortController();
  const otherStatuses: number[] = [];
  let [answered, withoutRetryAfter] = [0, 0];
  const agents = Array.from(
    { length: Math.ceil(clients / CLIENTS_AN_ADDRESS) },
    (_, nth) => new Agent({ keepAlive: true, localAddress: `127.0.0.${10 + nth}` }),
  );
  const running = Array.from({ length: clients }, async (_, nth) => {
    const agent = agents[nth % agents.length];
    while (!over.signal.aborted) {
      const sent = request(`${url}${PATH}`, { headers: { cookie }, ...(agent && { agent }) });
      sent.end();
      const [response] = await once(sent, "response");
      response.resume();
      await once(response, "end");
      if (over.signal.aborted) return;
      if (response.statusCode === 200) answered += 1;
      else {
        await after(2_000);
        otherStatuses.push(response.statusCode);
        if (response.headers["retry-after"] === undefined) withoutRetryAfter += 1;
      }
    }
  });
  await after(seconds * 1_000);
  over.abort();
  await Promise.all(running);
  for (const agent of agents) agent.destroy();
  return { answered, otherStatuses: [...new Set(otherStatuses)], withoutRetryAfter };
}
