import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "vitest";
import { DATABASE_METRICS } from "../../scripts/program-metrics.ts";
import { connect, everyTenant } from "../src/platform/db/connect.ts";
import { runOnOneServer } from "../src/platform/db/leader.ts";
import {
  addLoad,
  expectEverythingOnce,
  expectNothingLost,
  randomRounds,
  startLoad,
  untilAdmitted,
  untilAnswering,
} from "./crash-load.ts";
import { killableServer, WITH_LINK_THREAD } from "./killable-server.ts";
import { missingMetrics } from "./metrics.ts";
import { openPatroniCluster, type Fault, type PatroniCluster } from "./patroni-cluster.ts";
import { watchWrites } from "./watched-writes.ts";

const FAULTS: readonly Fault[] = ["machine", "postgres", "patroni", "standby", "frozen"];
const SNAPSHOT_MS = 200;
const { rounds, seed, random } = randomRounds(FAULTS.length);

test(
  `a primary and its synchronous standby, one of which is killed or frozen ${rounds} times under load (seed ${seed}), lose nothing that was acknowledged`,
  async ({ onTestFinished }) => {
    const folder = await mkdtemp(join(tmpdir(), "killed-primary-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const cluster = await openPatroniCluster(folder);
    await expectMetrics(cluster);
    await expectNoWorkOnStandby(cluster);
    const server = killableServer({ ...cluster.settings, DATA_DIR: join(folder, "server"), ...WITH_LINK_THREAD });
    onTestFinished(() => server.stop());
    const { url, opsUrl, brokerPort } = await server.start();
    const db = everyTenant(connect(cluster.settings.DATABASE_URL, () => {}));
    onTestFinished(() => db.destroy());
    await addLoad(db);
    await untilAdmitted(brokerPort);
    const load = await startLoad({ url, brokerPort, seed });
    onTestFinished(() => load.stop());
    const [, watched] = load.stations;
    const watching = await watchWrites({ url, opsUrl, station: watched?.name ?? "" });
    const reporting = setInterval(() => load.stations.forEach((station) => station.report()), SNAPSHOT_MS);
    onTestFinished(() => clearInterval(reporting));

    const outages: (Awaited<ReturnType<typeof watching.outageSince>> & { fault: Fault })[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const fault = FAULTS[round % FAULTS.length] ?? "machine";
      await load.moves();
      await after(random.whole(0, 2_000));
      const { brokenAt, repair } = await cluster.cause(fault);
      const outage = await watching.outageSince(brokenAt);
      process.stdout.write(`${JSON.stringify({ fault, ...outage })}\n`);
      outages.push({ fault, ...outage });
      await untilAnswering(db);
      await expectNothingLost(db, load);
      await repair();
      await cluster.untilSynchronous();
    }

    clearInterval(reporting);
    await watching.stop();
    await load.finish();
    const longest = FAULTS.map((fault) => {
      const times = outages.filter((outage) => outage.fault === fault).map(({ untilWrittenMs }) => untilWrittenMs);
      return `${(Math.max(...times) / 1_000).toFixed(1)} s (${fault})`;
    });
    await expectEverythingOnce(db, load, `${rounds} faults, stored again after at most ${longest.join(", ")}`);
    // Without its standby, a primary may store again before a check of it fails.
    expect(outages.filter(({ fault, refusals }) => refusals === 0 && fault !== "standby")).toEqual([]);
    expect(outages.filter(({ errors }) => errors > 0)).toEqual([]);
    // Requests fail with 503 while there is no primary, and nothing else goes wrong.
    expect([...load.person.statuses.keys()].filter((status) => status !== 201 && status !== 503)).toEqual([]);
  },
  Math.max(600_000, rounds * 120_000),
);

/** Checks that the programs have the metrics that alert rules and a dashboard name. */
async function expectMetrics(cluster: PatroniCluster): Promise<void> {
  expect(missingMetrics(await cluster.metrics(), DATABASE_METRICS)).toEqual([]);
}

/** Checks that a server does no regular work with a lock that it would have on a standby. */
async function expectNoWorkOnStandby(cluster: PatroniCluster): Promise<void> {
  let begun = 0;
  const warnings: string[] = [];
  const begin = () => {
    begun += 1;
    return { stop: async () => {} };
  };
  const log = { warn: (_: object, sentence: string) => void warnings.push(sentence) };
  const leading = runOnOneServer(begin, { url: await cluster.standbyUrl(), log, everyMs: 100 });
  await expect.poll(() => warnings).toEqual(["background work cannot be coordinated"]);
  await leading.stop();
  expect(begun).toBe(0);
}
