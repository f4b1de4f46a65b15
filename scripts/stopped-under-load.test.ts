import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { signIn, type Call } from "../server/test/writing-person.ts";
import { FREE_PORTS, startProduct } from "./start-product.ts";
import { buildWeb } from "./web-build.ts";

const STOPS = Number(process.env["STOPS"] ?? 1);
/** Half as many as a server answers at the same time before it refuses others. */
const CLIENTS = 100;
/** How long it takes at most until a request that a client sends is written to its connection. */
const SENDING_MS = 100;
/** How long the program may take to end, as `start` says. */
const STOP_MS = 20_000;

/** On a busy machine, a server may refuse requests because too many wait for the database. */
const ANSWERS = new Set([200, 201, 503]);

/** A request; its times are those of this process (ms), and its status is 0 if there was no response. */
type Request = { sentAt: number; answeredAt: number; status: number; text: string };

test(
  `a product that is stopped with SIGTERM while ${CLIENTS} clients wait answers all of them and ends with 0, ${STOPS} times`,
  async ({ onTestFinished }) => {
    await buildWeb(() => {});
    // A mkdtemp folder has mode 0700, in which the PostgreSQL user could not read its data when the tests run as root.
    const home = join(tmpdir(), `groundcrew-stopped-${randomUUID()}`);
    mkdirSync(home);
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const env = { ...FREE_PORTS, DATA_DIR: join(home, "data"), STATIONS: "30", LOG_LEVEL: "fatal" };
    let waiting = 0;
    let refused = 0;
    let longestMs = 0;
    for (let stop = 0; stop < STOPS; stop++) {
      const { requests, sentUntil, killedAt, tookMs } = await stopUnderLoad(env);
      const before = requests.filter(({ sentAt }) => sentAt < sentUntil);
      expect(before.filter(({ status }) => !ANSWERS.has(status))).toEqual([]);
      waiting += before.filter(({ answeredAt }) => answeredAt > killedAt).length;
      refused += before.filter(({ status }) => status === 503).length;
      longestMs = Math.max(longestMs, tookMs);
    }
    process.stdout.write(
      `figure: ${waiting} requests were waiting, ${refused} were refused, and the program ended after ${Math.round(longestMs)} ms at most\n`,
    );
    expect(waiting).toBeGreaterThan(STOPS);
    expect(refused).toBeLessThan(waiting / 2);
    expect(longestMs).toBeLessThan(STOP_MS);
  },
  STOPS * 60_000 + 240_000,
);

/** Starts the product, and stops it once each client has sent several requests. */
async function stopUnderLoad(
  env: Record<string, string>,
): Promise<{ requests: Request[]; sentUntil: number; killedAt: number; tookMs: number }> {
  const product = startProduct(env);
  try {
    const call = await signIn(await product.ready());
    const stations: { name: string }[] = JSON.parse((await call("/stations")).text);
    const requests: Request[] = [];
    const clients = Array.from({ length: CLIENTS }, (_, index) =>
      sendUntilRefused(call, stations[index % stations.length]?.name ?? "", requests),
    );
    await expect.poll(() => requests.length, { timeout: 60_000 }).toBeGreaterThan(CLIENTS * 3);
    const sentUntil = performance.now();
    // What the clients send later may not be written yet when the signal arrives.
    await sleep(SENDING_MS);
    const killedAt = performance.now();
    product.child.kill("SIGTERM");
    const { code, errors } = await product.ended;
    const tookMs = performance.now() - killedAt;
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    await Promise.all(clients);
    return { requests, sentUntil, killedAt, tookMs };
  } finally {
    product.child.kill("SIGKILL");
    await product.ended;
  }
}

/** Reads the list and a station and writes into its support log, again and again, until there is no response. */
async function sendUntilRefused(call: Call, station: string, requests: Request[]): Promise<void> {
  const send = async (path: string, post?: { body: unknown; key: string }) => {
    const sentAt = performance.now();
    const { status, text } = await call(path, post);
    requests.push({ sentAt, answeredAt: performance.now(), status, text: text.slice(0, 200) });
    return status !== 0;
  };
  for (;;) {
    const entry = { body: { content: "Checked the doors.", status: "note" }, key: randomUUID() };
    const isAnswered =
      (await send("/stations?include_telemetry=true")) &&
      (await send(`/stations/${station}`)) &&
      (await send(`/stations/${station}/supportlog`, entry));
    if (!isAnswered) return;
  }
}
