import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "./database.ts";
import { openEventStream } from "./event-stream.ts";
import { killableServer } from "./killable-server.ts";
import { valueIn } from "./metrics.ts";
import { simulated, startSimulator } from "./simulator.ts";
import { addStations } from "./stations.ts";
import { cookieOf } from "./writing-person.ts";

const { db, url: DATABASE_URL } = await testDatabase();
/** How long the load lasts; without it the test would only slow down others. */
const MINUTES = Number(process.env["STEADY_MINUTES"] ?? 0);
const [STATIONS, PEOPLE] = [60, 4];
/** Caches fill at first: for two hours, or a third of a shorter run. */
const FILLING_MINUTES = Math.min(120, MINUTES / 3);
const MB = 1024 * 1024;
const [GROWTH_MB_PER_HOUR, NOISE_MB] = [1, 3];
/** Connections that are just being closed, and timers of them. */
const FEW = 5;
const PAUSE_MS = 50;
const COLLECTIONS = 3;
/** The share of requests that may meet a connection that the server closes at the same moment, or be answered with `TIMED_OUT`. */
const LOST = 0.01;
/**
 * What the server answers on a new connection when one of the two processes does not run for ten seconds before the request is read, which
 * happens on a machine that is busy with other programs.
 */
const TIMED_OUT = 408;

/** Removes everything that is not used any more when the test asks for it, so that what is left can be compared. */
const COLLECT = `
  import { setFlagsFromString } from "node:v8";
  import { runInNewContext } from "node:vm";
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  process.on("SIGUSR2", () => { collect(); collect(); });`;

type Sample = { minute: number; memoryMb: number; files: number; timers: number; connections: number };

test.runIf(MINUTES > 0)(
  `memory, sockets, timers and database connections stay the same while stations and people work (${MINUTES} min)`,
  async ({ onTestFinished }) => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), "steady-"));
    const preload = join(DATA_DIR, "collect.mjs");
    await writeFile(preload, COLLECT);
    const NODE_OPTIONS = `--import ${pathToFileURL(preload).href}`;
    const server = killableServer({ DATABASE_URL, DATA_DIR, NODE_OPTIONS });
    onTestFinished(async () => {
      await server.stop();
      await rm(DATA_DIR, { recursive: true, force: true });
    });
    const { url, opsUrl, brokerUrl } = await server.start();
    const names = await addStations(db, STATIONS);
    onTestFinished(
      await startSimulator(
        brokerUrl,
        names.map((name, nth) => ({
          ...simulated(name, []),
          seed: nth,
          behaviour: { link: nth % 10 === 0 ? "flapping" : "steady", faults: [], swaps_per_day: 400 },
        })),
      ),
    );

    const samples: Sample[] = [];
    const statuses = new Map<string, number>();
    const start = performance.now();
    const minutes = () => (performance.now() - start) / 60_000;
    for (let round = 1; minutes() < MINUTES; round += 1) {
      const over = new AbortController();
      // Another session each minute, as people have.
      const cookie = await cookieOf(url);
      const people = Array.from({ length: PEOPLE }, (_, nth) =>
        work({ url, cookie, names, statuses, first: round * PEOPLE + nth, signal: over.signal }),
      );
      await after(60_000);
      over.abort();
      await Promise.all(people);
      // Connections that the people have left are closed by then.
      await after(7_000);
      const sample = { minute: minutes(), ...(await measure(opsUrl, () => server.signal("SIGUSR2"))) };
      samples.push(sample);
      process.stdout.write(`${JSON.stringify(sample)}\n`);
    }
    const [lost, all] = [statuses.get("lost") ?? 0, [...statuses.values()].reduce((sum, count) => sum + count, 0)];
    const late = samples.filter(({ minute }) => minute > FILLING_MINUTES);
    process.stdout.write(`figure: ${summary(samples, late)}, ${all} requests, of which ${lost} were lost\n`);
    expect([...statuses.keys()].filter((answer) => !/ 20[0-4]$|^lost$/.test(answer))).toEqual([]);
    expect(statuses.size).toBeGreaterThan(5);
    expect(lost).toBeLessThan(all * LOST);
    const half = late.length / 2;
    const [before, afterwards] = [late.slice(0, half), late.slice(half)];
    for (const what of ["files", "timers", "connections"] as const) {
      const most = (all: readonly Sample[]) => Math.max(...all.map((sample) => sample[what]));
      expect([what, most(afterwards) <= most(before) + FEW]).toEqual([what, true]);
    }
    const hours = (MINUTES - FILLING_MINUTES) / 60;
    expect(growthPerHour(late) * hours).toBeLessThan(GROWTH_MB_PER_HOUR * hours + NOISE_MB);
  },
  (MINUTES + 10) * 120_000,
);

type Work = {
  url: string;
  cookie: string;
  names: readonly string[];
  statuses: Map<string, number>;
  first: number;
  signal: AbortSignal;
};

/** A person who looks at one station after the other, and writes about each. */
async function work({ url, cookie, names, statuses, first, signal }: Work): Promise<void> {
  const note = (answer: string) => statuses.set(answer, (statuses.get(answer) ?? 0) + 1);
  async function call(method: string, path: string, body?: object): Promise<void> {
    const headers = {
      cookie,
      ...(body && { "content-type": "application/json", "idempotency-key": `steady ${first} ${performance.now()}` }),
    };
    const reply = await fetch(`${url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    await reply.arrayBuffer();
    note(reply.status === TIMED_OUT ? "lost" : `${method} ${path.replace(/gc-\d+/, ":station")} ${reply.status}`);
    await after(PAUSE_MS);
  }
  for (let nth = first; !signal.aborted; nth += 1) {
    // A connection may be closed by the server at the moment at which it is used again.
    await visit(nth).catch(() => note("lost"));
  }

  async function visit(nth: number): Promise<void> {
    const station = `/stations/${names[nth % names.length]}`;
    const live = await openEventStream(`${url}/api/live`, { cookie });
    try {
      await call("GET", "/stations?include_telemetry=true");
      await call("GET", `${station}?include_telemetry=true`);
      await call("GET", `${station}/supportlog`);
      await call("GET", `${station}/ssot`);
      await call("POST", `${station}/supportlog`, {
        content: `Visit ${nth}`,
        status: nth % 2 === 0 ? "note" : "record",
      });
      await call("GET", `${station}/errors`);
      await call("GET", "/error-groups");
      await call("GET", "/alerts");
      await call("GET", "/audit");
    } finally {
      await live.close();
    }
  }
}

/** Memory is the lowest of several values, because a busy server collects its garbage some time after it is asked to. */
async function measure(opsUrl: string, collect: () => void): Promise<Omit<Sample, "minute">> {
  let text = "";
  const value = (name: string, labels: Record<string, string> = {}) => valueIn(text, name, labels) ?? Number.NaN;
  let bytes = Infinity;
  for (let time = 0; time < COLLECTIONS; time += 1) {
    collect();
    await after(1_000);
    text = await (await fetch(`${opsUrl}/metrics`)).text();
    bytes = Math.min(bytes, value("nodejs_heap_size_used_bytes") + value("nodejs_external_memory_bytes"));
  }
  const found = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity where datname = current_database() and application_name = 'groundcrew'`.execute(
    db,
  );
  return {
    memoryMb: bytes / MB,
    files: value("process_open_fds"),
    timers: value("nodejs_active_resources", { type: "Timeout" }),
    connections: found.rows[0]?.count ?? Number.NaN,
  };
}

/** The slope of the line through all samples by least squares, in MB per hour. */
function growthPerHour(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const [minute, memoryMb] = [mean((one) => one.minute), mean((one) => one.memoryMb)];
  const both = mean((one) => (one.minute - minute) * (one.memoryMb - memoryMb));
  return (60 * both) / mean((one) => (one.minute - minute) ** 2);
}

function summary(samples: readonly Sample[], late: readonly Sample[]): string {
  const range = (of: (sample: Sample) => number) => {
    const values = late.map(of);
    return `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}`;
  };
  return [
    `${samples.at(-1)?.minute.toFixed(1)} min: memory grew by ${growthPerHour(late).toFixed(2)} MB per hour (${range(({ memoryMb }) => memoryMb)} MB)`,
    `open files ${range(({ files }) => files)}`,
    `timers ${range(({ timers }) => timers)}`,
    `database connections ${range(({ connections }) => connections)}`,
  ].join(", ");
}
