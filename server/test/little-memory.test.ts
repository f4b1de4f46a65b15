import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { startFleet } from "../../simulator/src/index.ts";
import { addLoad, expectEverythingOnce, expectNothingLost, RECONNECTING, startLoad } from "./crash-load.ts";
import { testDatabase } from "./database.ts";
import { killableServer } from "./killable-server.ts";
import { simulated } from "./simulator.ts";
import { addStation } from "./stations.ts";
import { cookieOf } from "./writing-person.ts";

const { db, url: DATABASE_URL } = await testDatabase();
const STATIONS = Number(process.env["LITTLE_MEMORY_STATIONS"] ?? 60);
/** Memory for objects. A server that runs alone may use gigabytes. */
const LITTLE_MB = 256;
const MB = 1024 * 1024;
/** A server that has to collect garbage all the time is slow. */
const LONGEST_MS = 600_000;

async function memoryServer(options: string) {
  const DATA_DIR = await mkdtemp(join(tmpdir(), "little-memory-"));
  const server = killableServer({ DATABASE_URL, DATA_DIR, NODE_OPTIONS: options });
  onTestFinished(async () => {
    await server.stop();
    await rm(DATA_DIR, { recursive: true, force: true });
  });
  return server;
}

test(`with ${LITTLE_MB} MB for its objects, a server accepts ${STATIONS} stations that connect at once, and answers or refuses calls meanwhile`, async () => {
  const server = await memoryServer(`--max-old-space-size=${LITTLE_MB}`);
  const { url, brokerUrl } = await server.start();
  const { id: org_id } = await db.selectFrom("organizations").select("id").orderBy("id").executeTakeFirstOrThrow();
  const names = Array.from({ length: STATIONS }, (_, index) => `gc-${String(index + 100).padStart(12, "0")}`);
  for (const name of names) await addStation(db, { name, org_id });
  const fleet = await startFleet({
    broker: brokerUrl,
    fleet: { v: 1, stations: names.map((name) => simulated(name, [])) },
    connectingAtOnce: Infinity,
    log: () => {},
  });
  onTestFinished(() => fleet.stop());
  const statuses = new Set<number>();
  const cookie = await cookieOf(url);
  const body = JSON.stringify({ content: "x".repeat(0.9 * MB), status: "note" });
  const large = { method: "POST", headers: { cookie, "content-type": "application/json" }, body };
  const isReporting = async () => {
    const sent = Array.from({ length: 20 }, (_, nth) => [
      fetch(`${url}/api/stations?include_telemetry=true`, { headers: { cookie } }),
      fetch(`${url}/api/stations/${names[nth]}/supportlog`, large),
    ]);
    for (const reply of await Promise.all(sent.flat())) {
      statuses.add(reply.status);
      await reply.arrayBuffer();
    }
    return fleet.stations.filter((station) => station.isReporting()).length;
  };
  await expect.poll(isReporting, RECONNECTING).toBe(STATIONS);
  // A content that is too long, and too much at once.
  expect([...statuses].filter((status) => ![200, 422, 429, 503].includes(status))).toEqual([]);
  expect(statuses.has(200)).toBe(true);
});

/** At a signal, the server keeps objects until there is no memory left. */
const LEAK = `
  process.on("SIGUSR2", () => {
    const kept = [];
    setInterval(() => kept.push(Array.from({ length: 100_000 }, (_, nth) => ({ nth }))), 5);
  });`;

test(
  "a server whose memory is used up says so and ends, loses nothing that it acknowledged, and can be started again",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "leak-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const preload = join(folder, "leak.mjs");
    await writeFile(preload, LEAK);
    const server = await memoryServer(`--max-old-space-size=${LITTLE_MB} --import ${pathToFileURL(preload).href}`);
    const address = await server.start();
    await addLoad(db);
    const load = await startLoad({ ...address, seed: 1 });
    onTestFinished(() => load.stop());
    await load.moves();
    await expect.poll(() => load.person.written.length).toBeGreaterThan(0);

    server.signal("SIGUSR2");
    const { code, lastErrors } = await server.ended();
    expect(code).not.toBe(0);
    expect(lastErrors).toContain("heap out of memory");
    await expectNothingLost(db, load);
    await server.start();
    await load.moves();
    await load.finish();
    await expectEverythingOnce(db, load, "memory used up once");
  },
  LONGEST_MS,
);
