import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { addLoad, expectEverythingOnce, RECONNECTING, startLoad } from "./crash-load.ts";
import { testDatabase } from "./database.ts";
import { SERVERS } from "./haproxy.ts";
import { openNats } from "./nats.ts";
import { openOwnedServers, untilBorn } from "./owned-servers.ts";
import { signIn } from "./writing-person.ts";

const { db, url: DATABASE_URL } = await testDatabase();
/** `npm run test:deep` sets it. */
const AWAY_MS = Number(process.env["NATS_AWAY_S"] ?? 8) * 1_000;
const KILLS = 5;
const REPORT_MS = 50;
/** Longer than NATS waits for a server that does not take its messages. */
const FROZEN_MS = 12_000;
const CONNECTED = "groundcrew_nats_connected";
const GAPS = "groundcrew_nats_gaps_total";

/** Three servers with NATS, and stations of the given names that send events and snapshots. */
async function open(names: readonly string[], change?: (example: string) => string) {
  const folder = await mkdtemp(join(tmpdir(), "nats-outage-"));
  const nats = await openNats(folder, { tls: true, ...(change && { change }) });
  const servers = await openOwnedServers(DATABASE_URL, { NATS_URL: nats.url, NODE_EXTRA_CA_CERTS: nats.certificate });
  const { haproxy } = servers;
  await addLoad(db, names);
  const load = await startLoad({ url: haproxy.url, brokerPort: haproxy.stations, seed: 1, names, everyMs: 50 });
  const reporting = setInterval(() => load.stations.forEach((station) => station.report()), REPORT_MS);
  onTestFinished(async () => {
    clearInterval(reporting);
    await load.stop();
    await servers.stop();
    await nats.kill();
    await rm(folder, { recursive: true, force: true });
  });
  await untilBorn(load);
  const calls = await Promise.all(SERVERS.map((name) => signIn(servers.named(name).address.url)));

  /** The swaps of each station in the list of each server. */
  async function lists(): Promise<Map<string, number>[]> {
    return Promise.all(
      calls.map(async (call) => {
        const rows: { name: string; swaps_performed: number }[] = JSON.parse((await call("/stations")).text);
        return new Map(rows.map(({ name, swaps_performed: swaps }) => [name, swaps]));
      }),
    );
  }

  /** How long it takes until each server shows at least what is stored now (ms). */
  async function caughtUpMs(): Promise<number> {
    const stored = await db.selectFrom("station_states").select(["station_name", "swaps_performed"]).execute();
    const began = performance.now();
    const behind = async () =>
      (await lists()).flatMap((list) =>
        stored.filter(({ station_name, swaps_performed }) => (list.get(station_name) ?? -1) < swaps_performed),
      );
    await expect.poll(behind, { ...RECONNECTING, interval: 100 }).toEqual([]);
    return Math.round(performance.now() - began);
  }

  const connected = () => expect.poll(() => servers.sum(CONNECTED), RECONNECTING);
  async function finish(faults: string): Promise<void> {
    clearInterval(reporting);
    await load.finish();
    await caughtUpMs();
    await expectEverythingOnce(db, load, faults);
  }
  return { nats, servers, load, caughtUpMs, connected, finish };
}

const named = (first: string) =>
  Array.from({ length: 30 }, (_, index) => `gc-${first}${String(index).padStart(11, "0")}`);

test(`NATS is killed ${KILLS} times, frozen, and away for ${AWAY_MS / 1_000} s: nothing is lost, and each server shows what the others store`, async () => {
  const { nats, servers, caughtUpMs, connected, finish } = await open(named("a"));
  await connected().toBe(SERVERS.length);
  const well = await caughtUpMs();

  for (let round = 0; round < KILLS; round++) {
    await nats.kill();
    await nats.start();
    await connected().toBe(SERVERS.length);
  }
  nats.signal("SIGSTOP");
  await connected().toBe(0);
  const frozen = await caughtUpMs();
  nats.signal("SIGCONT");
  await connected().toBe(SERVERS.length);

  await nats.kill();
  await connected().toBe(0);
  await after(AWAY_MS);
  const away = await caughtUpMs();
  await nats.start();
  const back = await caughtUpMs();
  await connected().toBe(SERVERS.length);
  expect(await servers.sum("groundcrew_nats_invalid_messages_total")).toBe(0);
  const times = `others caught up after ${well} ms with NATS, ${frozen} ms while it was frozen, ${away} ms without it, ${back} ms once it was back`;
  await finish(`${KILLS} kills, frozen, ${AWAY_MS / 1_000} s away; ${times}`);
});

test("a server that does not take its messages, and messages that NATS does not accept, are noticed by what is missing", async () => {
  // Batches of many stations are longer.
  const small = (example: string) =>
    example.replace("max_payload: 1MB", "max_payload: 8KB").replace("max_pending: 64MB", "max_pending: 16KB");
  const { servers, caughtUpMs, connected, finish } = await open(named("b"), small);
  const slow = servers.named("three");
  slow.signal("SIGSTOP");
  await after(FROZEN_MS);
  slow.signal("SIGCONT");
  await connected().toBe(SERVERS.length);
  const back = await caughtUpMs();
  await expect.poll(() => servers.sum(GAPS), RECONNECTING).toBeGreaterThan(0);
  await finish(`a server frozen for ${FROZEN_MS / 1_000} s, messages too long for NATS; caught up after ${back} ms`);
});
