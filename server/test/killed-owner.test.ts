import { sql } from "kysely";
import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "vitest";
import { testDatabase } from "./database.ts";
import {
  addLoad,
  expectEverythingOnce,
  expectNothingLost,
  randomRounds,
  RECONNECTING,
  startLoad,
} from "./crash-load.ts";
import { SERVERS } from "./haproxy.ts";
import { openOwnedServers, returnToOwners, untilBorn } from "./owned-servers.ts";
import { percentile } from "./percentile.ts";

const { db, url: DATABASE_URL } = await testDatabase();
const { rounds, seed, random } = randomRounds(3);
const NAMES = Array.from({ length: 60 }, (_, index) => `gc-${String(index).padStart(12, "0")}`);
/** How long nothing is killed, while no state may be decided twice. */
const STEADY_MS = 20_000;
const REPORT_MS = 25;
const AGAIN = "groundcrew_states_decided_again_total";

async function writtenStates(): Promise<number> {
  const found = await sql<{ sum: number }>`select sum(version)::bigint as sum from station_states`.execute(db);
  return found.rows[0]?.sum ?? 0;
}

test(
  `of three servers behind HAProxy, one is killed ${rounds} times (seed ${seed}): its stations move, the others stay, nothing is lost or doubled`,
  async ({ onTestFinished }) => {
    const servers = await openOwnedServers(DATABASE_URL);
    onTestFinished(() => servers.stop());
    const { haproxy } = servers;
    await addLoad(db, NAMES);
    const load = await startLoad({
      url: haproxy.url,
      brokerPort: haproxy.stations,
      seed,
      names: NAMES,
      everyMs: 100,
    });
    const reporting = setInterval(() => load.stations.forEach((station) => station.report()), REPORT_MS);
    onTestFinished(async () => {
      clearInterval(reporting);
      await load.stop();
    });
    await untilBorn(load);

    const [before, began] = [await writtenStates(), performance.now()];
    await after(STEADY_MS);
    expect(await servers.sum(AGAIN)).toBe(0);
    const states = (await writtenStates()) - before;
    const perSecond = Math.round((states / (performance.now() - began)) * 1_000);

    const backMs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const owners = await returnToOwners(haproxy, load);
      const victim = random.pick(SERVERS);
      const server = servers.named(victim);
      await after(random.whole(200, 1_000));
      const own = load.stations.filter(({ name }) => owners.get(name) === victim);
      const others = load.stations.filter(({ name }) => owners.get(name) !== victim);
      const closes = others.map((station) => station.connection().closes);
      expect(own.length).toBeGreaterThan(0);

      const killedAt = performance.now();
      await server.kill();
      const missing = () => own.filter((station) => station.connection().bornAt < killedAt).map(({ name }) => name);
      await expect.poll(missing, RECONNECTING).toEqual([]);
      backMs.push(...own.map((station) => station.connection().bornAt - killedAt));
      expect(others.map((station) => station.connection().closes)).toEqual(closes);
      await expectNothingLost(db, load);
      await server.start();
      await expect.poll(() => haproxy.isUp(victim), RECONNECTING).toBe(true);
    }
    clearInterval(reporting);
    await load.finish();
    const p95 = Math.round(percentile(backMs, 0.95));
    await expectEverythingOnce(
      db,
      load,
      `no state of ${states.toLocaleString("en")} decided again (${perSecond} a second); ${rounds} kills, stations back after ${p95} ms (p95), no connection of the others closed`,
    );
  },
  Math.max(300_000, rounds * 60_000),
);
