import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { hashSecret } from "@groundcrew/server/platform/link";
import { sql } from "kysely";
import { connect, everyTenant } from "../server/src/platform/db/connect.ts";
import type { Db } from "../server/src/platform/db/index.ts";
import { openHaproxy } from "../server/test/haproxy.ts";
import { killableServer, WITH_LINK_THREAD } from "../server/test/killable-server.ts";
import { valueIn } from "../server/test/metrics.ts";
import { openNats } from "../server/test/nats.ts";
import { openStations } from "./ingest/children.ts";
import { nameOf, secretOf } from "./ingest/messages.ts";
import { goal, machine } from "./measure.ts";
import { openOwnDatabase } from "./own-database.ts";

/*
 * How many snapshots a second one, two and three servers store behind HAProxy, when each may use a share of a core. PostgreSQL, HAProxy and the
 * stations, which send more than is stored, are outside of these shares. Needs root, and the cpu controller of cgroups version 1.
 *
 * node bench/servers.ts [--stations 6000] [--seconds 20] [--rate 1000] [--share 0.25] [--servers 1,2,3] [--nats]
 */
const text = (fallback: string) => ({ type: "string", default: fallback }) as const;
const { values } = parseArgs({
  options: {
    stations: text("6000"),
    seconds: text("20"),
    rate: text("1000"),
    share: text("0.25"),
    servers: text("1,2,3"),
    nats: { type: "boolean", default: false },
    quiet: { type: "boolean" },
  },
});
const [STATIONS, SECONDS, SHARE] = [Number(values.stations), Number(values.seconds), Number(values.share)];
const COUNTS = values.servers.split(",").map(Number);
/** Snapshots a second that stations send for each server. */
const RATE = Number(values.rate);
const WARM_UP_S = 10;
const BYTES = 3_300;
const PERIOD_US = 100_000;
const CONTROLLER = "/sys/fs/cgroup/cpu";
const SECRET_KEY = "Wq3vN8pXz5Lr1Tb7Ky4Hd9Jm2Sc6Fg0A";

type Measured = { perSecond: number; again: number; throttled: number };

console.log(`${machine()}; ${STATIONS} stations, ${SHARE} of a core for each server`);
console.log(
  "| servers | sent a second | stored | of one server's | decided again | periods in which the shares were used up |",
);
console.log("|---|---|---|---|---|---|");
const stored: number[] = [];
for (const count of COUNTS) {
  const { perSecond, again, throttled } = await measure(count);
  stored.push(perSecond);
  const ratio = perSecond / (stored[0] ?? perSecond);
  const cells = [
    count,
    count * RATE,
    Math.round(perSecond),
    ratio.toFixed(2),
    again,
    `${Math.round(throttled * 100)} %`,
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
const [one = 0, two, three] = stored;
if (two !== undefined) console.log(goal("two servers store 1.9 times what one does", two >= 1.9 * one));
if (three !== undefined) console.log(goal("three servers store 2.8 times what one does", three >= 2.8 * one));

async function measure(count: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "growth-"));
  const database = await openOwnDatabase();
  const db = everyTenant(database.db);
  const nats = values.nats ? await openNats(folder) : null;
  const servers = Array.from({ length: count }, (_, index) =>
    killableServer({
      DATABASE_URL: database.url,
      SECRET_KEY,
      DATA_DIR: join(folder, String(index)),
      ...WITH_LINK_THREAD,
      ...(nats && { NATS_URL: nats.url }),
    }),
  );
  const addresses = [];
  for (const server of servers) addresses.push(await server.start());
  const ports = addresses.map(({ url, opsUrl, brokerPort: stations }) => ({
    stations,
    console: portOf(url),
    ops: portOf(opsUrl),
  }));
  const haproxy = await openHaproxy(folder, ports);
  await addStations(db);
  const owner = connect(database.ownerUrl, () => {});
  await sql`analyze`.execute(owner);
  await owner.destroy();
  const stations = openStations();
  await stations.send({ kind: "connect", port: haproxy.stations, count: STATIONS, bytes: BYTES, isPlain: false });
  const groups = servers.map((server, index) => limit(`groundcrew-growth-${index}`, server.pid()));
  await stations.send({ kind: "pace", everyMs: (STATIONS / (count * RATE)) * 1_000, isPatient: true });
  await sleep(WARM_UP_S * 1_000);

  const [before, usedUp, start] = [await versions(db), sum(groups, "nr_throttled"), performance.now()];
  const periods = sum(groups, "nr_periods");
  await sleep(SECONDS * 1_000);
  const perSecond = ((await versions(db)) - before) / ((performance.now() - start) / 1_000);
  const throttled = (sum(groups, "nr_throttled") - usedUp) / (sum(groups, "nr_periods") - periods);
  const again = await decidedAgain(addresses.map(({ opsUrl }) => opsUrl));

  await stations.stop();
  await haproxy.stop();
  await Promise.all(servers.map((server) => server.stop()));
  await nats?.kill();
  for (const group of groups) rmdirSync(group);
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
  return { perSecond, again, throttled };
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** Puts a process into a new group with a share of a core; returns the group's folder. */
function limit(name: string, pid: number | undefined): string {
  const folder = join(CONTROLLER, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "cpu.cfs_period_us"), String(PERIOD_US));
  writeFileSync(join(folder, "cpu.cfs_quota_us"), String(PERIOD_US * SHARE));
  writeFileSync(join(folder, "cgroup.procs"), String(pid));
  return folder;
}

function sum(groups: readonly string[], counter: string): number {
  const counts = groups.map((folder) => {
    const [, count = "0"] = new RegExp(`${counter} (\\d+)`).exec(readFileSync(join(folder, "cpu.stat"), "utf8")) ?? [];
    return Number(count);
  });
  return counts.reduce((total, count) => total + count, 0);
}

async function addStations(db: Db): Promise<void> {
  const { id: org_id } = await db.selectFrom("organizations").select("id").limit(1).executeTakeFirstOrThrow();
  const created = new Date().toISOString();
  for (let from = 0; from < STATIONS; from += 500) {
    const rows = Array.from({ length: Math.min(500, STATIONS - from) }, (_, index) => {
      const name = nameOf(from + index);
      const api_password_hash = hashSecret(secretOf(name));
      return { name, serial_number: name, station_type: "atlas" as const, org_id, created, api_password_hash };
    });
    await db.insertInto("stations").values(rows).execute();
  }
}

async function versions(db: Db): Promise<number> {
  const found = await sql<{ sum: number }>`select sum(version)::bigint as sum from station_states`.execute(db);
  return found.rows[0]?.sum ?? 0;
}

async function decidedAgain(opsUrls: readonly string[]): Promise<number> {
  const counts = await Promise.all(
    opsUrls.map(async (url) => {
      const text = await (await fetch(new URL("/metrics", url))).text();
      return valueIn(text, "groundcrew_states_decided_again_total") ?? 0;
    }),
  );
  return counts.reduce((total, count) => total + count, 0);
}
