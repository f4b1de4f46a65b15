import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { expect } from "vitest";
import { z } from "zod";
import { ensurePatroni } from "../../scripts/patroni.ts";
import { changeOwner, runUser } from "../src/platform/db/embedded/run-as.ts";
import { RECONNECTING } from "./crash-load.ts";
import { childrenOf } from "./processes.ts";

const EXAMPLES = new URL("../../deploy/patroni/", import.meta.url);
const MACHINES = [
  { name: "db-1", number: 11 },
  { name: "db-2", number: 12 },
] as const;
const WITNESS = { name: "db-3", number: 13 } as const;
const PASSWORD = "dispatch-lantern-41";
const STOP_MS = 15_000;

/** Loopback addresses that no other process of tests uses. */
const NETWORK = `127.${1 + (process.pid % 250)}.${1 + (Math.floor(process.pid / 250) % 250)}`;

type Machine = { name: string; number: number };
/** What of the primary is killed: everything on its machine, PostgreSQL or Patroni. */
export type Part = "machine" | "postgres" | "patroni";

const members = z.object({ members: z.array(z.looseObject({ name: z.string(), role: z.string() })) });

/** PostgreSQL on two machines as deploy/patroni describes it, with the programs of one that runs Groundcrew, all at loopback addresses. */
export async function openPatroniCluster(folder: string) {
  const programs = ensurePatroni();
  const runAs = runUser("/");
  chmodSync(folder, 0o755);
  const running = new Map<string, ChildProcess>();
  const folderOf = ({ name }: Machine) => join(folder, name);
  const dataOf = (machine: Machine) => join(folderOf(machine), "data");

  /** Writes one of the documented files as a machine has it, and returns its path. */
  function configure(file: string, machine: Machine): string {
    mkdirSync(folderOf(machine), { recursive: true });
    changeOwner(folderOf(machine), runAs);
    const path = join(folderOf(machine), file);
    writeFileSync(path, configured(readFileSync(new URL(file, EXAMPLES), "utf8"), machine));
    return path;
  }

  function configured(text: string, machine: Machine): string {
    const own = folderOf(machine);
    return (
      text
        .replaceAll("THIS_NAME", machine.name)
        .replaceAll("THIS_ADDRESS", `10.0.0.${machine.number}`)
        // Connections to any loopback address come from 127.0.0.1.
        .replaceAll("10.0.0.0/24", "127.0.0.0/8")
        .replaceAll("127.0.0.1", `${NETWORK}.1`)
        .replaceAll("10.0.0.", `${NETWORK}.`)
        .replaceAll(/\w+_PASSWORD\b/g, PASSWORD)
        .replace("/usr/lib/postgresql/15/bin", programs.postgresql)
        .replace("/var/lib/postgresql/15/groundcrew", dataOf(machine))
        .replace("/var/lib/postgresql/", `${own}/`)
        .replace("/var/run/postgresql", own)
        .replace("/var/lib/etcd/groundcrew", join(own, "etcd"))
        .replace("/etc/pgbouncer/", `${own}/`)
        .replace(/^ *(user|group) haproxy\n/gm, "")
        // The test must not restart this machine.
        .replace("mode: automatic", "mode: 'off'")
    );
  }

  function run(name: string, [program, ...args]: [string, ...string[]], env: Record<string, string> = {}): void {
    const log = openSync(join(folder, `${name}.log`), "a");
    const environment = { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", ...programs.env, ...env };
    const child = spawn(program, args, { ...runAs, cwd: folder, env: environment, stdio: ["ignore", log, log] });
    running.set(name, child);
  }

  const runPatroni = (machine: Machine) =>
    run(`patroni-${machine.name}`, [programs.patroni, configure("patroni.yml", machine)]);

  for (const machine of [...MACHINES, WITNESS]) {
    const env = Object.fromEntries(
      [...readFileSync(configure("etcd.env", machine), "utf8").matchAll(/^(\w+)=(.*)$/gm)].map(
        ([, name = "", value = ""]) => [name, value],
      ),
    );
    run(`etcd-${machine.name}`, [programs.etcd], env);
  }
  for (const machine of MACHINES) runPatroni(machine);

  /** The machine whose Patroni says that it is the primary; undefined if there is none. */
  async function primary(): Promise<Machine | undefined> {
    for (const machine of MACHINES) {
      const reply = await fetch(`http://${NETWORK}.${machine.number}:8008/primary`).catch(() => null);
      if (reply?.status === 200) return machine;
    }
    return undefined;
  }

  async function roles(): Promise<string[]> {
    const found = await primary();
    if (!found) return [];
    const reply = await fetch(`http://${NETWORK}.${found.number}:8008/cluster`);
    return members.parse(await reply.json()).members.map(({ role }) => role);
  }

  /** Resolves when there is a primary, and a standby that has every commit before it is acknowledged. */
  const untilSynchronous = () =>
    expect
      .poll(() => roles().catch(() => []), RECONNECTING)
      .toEqual(expect.arrayContaining(["leader", "sync_standby"]));

  await untilSynchronous();
  const leader = await primary();
  const users = await createDatabase(`${NETWORK}.${leader?.number}`);
  const console = { name: "console", number: 1 };
  run("haproxy", [programs.haproxy, "-db", "-f", configure("haproxy.cfg", console)]);
  const pooler = configure("pgbouncer.ini", console);
  writeFileSync(join(folderOf(console), "userlist.txt"), users);
  run("pgbouncer", [programs.pgbouncer, pooler]);

  const signalPostgres = (machine: Machine) => {
    const postmaster = Number(readFileSync(join(dataOf(machine), "postmaster.pid"), "utf8").split("\n", 1)[0]);
    for (const pid of [postmaster, ...childrenOf(postmaster).map((child) => child.pid)]) killProcess(pid);
  };

  return {
    /** The addresses at which servers reach the database. */
    settings: {
      DATABASE_URL: `postgres://groundcrew_server:${PASSWORD}@${NETWORK}.1:6432/groundcrew`,
      MIGRATION_DATABASE_URL: `postgres://groundcrew_owner:${PASSWORD}@${NETWORK}.1:6432/groundcrew`,
    },
    /** The address of the standby, which servers have only by mistake. */
    async standbyUrl(): Promise<string> {
      const leading = await primary();
      const standby = MACHINES.find(({ name }) => name !== leading?.name);
      return `postgres://groundcrew_server:${PASSWORD}@${NETWORK}.${standby?.number}:5432/groundcrew`;
    },
    /** The metrics of HAProxy, Patroni and etcd. */
    async metrics(): Promise<string> {
      const addresses = [`${NETWORK}.1:8404`, `${NETWORK}.11:8008`, `${NETWORK}.11:2379`];
      const texts = addresses.map(async (address) => (await fetch(`http://${address}/metrics`)).text());
      return (await Promise.all(texts)).join("\n");
    },
    untilSynchronous,
    /** Kills a part of the primary's machine. Returns when that was, and what starts Patroni again as the machine's systemd would. */
    async killPrimary(part: Part): Promise<{ killedAt: number; restart: () => void }> {
      const machine = await primary();
      if (!machine) throw new Error("There is no primary to kill.");
      if (part !== "postgres") running.get(`patroni-${machine.name}`)?.kill("SIGKILL");
      if (part !== "patroni") signalPostgres(machine);
      return { killedAt: performance.now(), restart: () => part !== "postgres" && runPatroni(machine) };
    },
    async stop(): Promise<void> {
      const patronis = MACHINES.flatMap(({ name }) => running.get(`patroni-${name}`) ?? []);
      const ended = patronis.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const exit = once(child, "exit");
        // It stops its PostgreSQL first.
        child.kill("SIGTERM");
        await exit;
      });
      await Promise.race([Promise.all(ended), sleep(STOP_MS, undefined, { ref: false })]);
      for (const child of running.values()) child.kill("SIGKILL");
    },
  };
}

/** Creates the roles and the database, and returns what PgBouncer needs to know of the roles. */
async function createDatabase(host: string): Promise<string> {
  const client = new Client({ host, user: "postgres", password: PASSWORD, database: "postgres" });
  await client.connect();
  for (const role of ["groundcrew_owner", "groundcrew_server"]) {
    await client.query(`create role ${role} login password '${PASSWORD}'`);
  }
  await client.query("create database groundcrew owner groundcrew_owner");
  const { rows } = await client.query<{ line: string }>(
    `select format('"%s" "%s"', rolname, rolpassword) as line from pg_authid where rolname like 'groundcrew%'`,
  );
  await client.end();
  return rows.map(({ line }) => `${line}\n`).join("");
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}
