import { Client } from "pg";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";
import { withinLimit } from "../src/platform/db/pool.ts";
import { RECONNECTING } from "./crash-load.ts";
import { addressOf, documentedPrograms, PASSWORD, type Machine } from "./documented-programs.ts";

const MACHINES: readonly Machine[] = [
  { name: "db-1", number: 11 },
  { name: "db-2", number: 12 },
];
const WITNESS: Machine = { name: "db-3", number: 13 };
const CONSOLE: Machine = { name: "console", number: 1 };
/** A frozen machine does not answer. */
const ANSWER_MS = 2_000;

/** Everything on the primary's machine is killed or frozen, its PostgreSQL or its Patroni is killed, or everything on the standby's machine. */
export type Fault = "machine" | "frozen" | "postgres" | "patroni" | "standby";

const cluster = z.object({ members: z.array(z.looseObject({ role: z.string() })) });

/** PostgreSQL on two machines as deploy/patroni describes it, and the programs that belong beside a Groundcrew server, until the test ends. */
export async function openPatroniCluster(folder: string) {
  const programs = documentedPrograms(folder);
  onTestFinished(() => programs.stop(MACHINES));
  for (const machine of [...MACHINES, WITNESS]) programs.startEtcd(machine);
  for (const machine of MACHINES) programs.startPatroni(machine);
  await untilSynchronous();
  programs.startProxies(CONSOLE, await createDatabase(addressOf(await primary())));
  const urlOf = (role: string, at: string) => `postgres://${role}:${PASSWORD}@${at}/groundcrew`;
  const settings = {
    DATABASE_URL: urlOf("groundcrew_server", `${addressOf(CONSOLE)}:6432`),
    MIGRATION_DATABASE_URL: urlOf("groundcrew_owner", `${addressOf(CONSOLE)}:6432`),
  };
  await expect.poll(() => answers(settings.DATABASE_URL), RECONNECTING).toBe(true);

  async function repair(fault: Fault, machine: Machine): Promise<void> {
    if (fault === "frozen") {
      programs.signalPatroni(machine, "SIGCONT");
      await programs.signalPostgres(machine, "SIGCONT");
    } else if (fault !== "postgres") programs.startPatroni(machine);
  }

  return {
    /** The addresses at which servers reach the database. */
    settings,
    /** The address of the standby, which servers have only by mistake. */
    standbyUrl: async () => urlOf("groundcrew_server", addressOf(otherThan(await primary()))),
    /** The metrics of HAProxy, Patroni and etcd. */
    async metrics(): Promise<string> {
      const [machine = CONSOLE] = MACHINES;
      const addresses = [`${addressOf(CONSOLE)}:8404`, `${addressOf(machine)}:8008`, `${addressOf(machine)}:2379`];
      const texts = addresses.map(async (address) => (await fetch(`http://${address}/metrics`)).text());
      return (await Promise.all(texts)).join("\n");
    },
    untilSynchronous,
    /** Causes a fault. Returns when that was, and what repairs it as the machine or its operator would. */
    async cause(fault: Fault): Promise<{ brokenAt: number; repair: () => Promise<void> }> {
      const leading = await primary();
      const machine = fault === "standby" ? otherThan(leading) : leading;
      const signal = fault === "frozen" ? "SIGSTOP" : "SIGKILL";
      if (fault !== "postgres") programs.signalPatroni(machine, signal);
      if (fault !== "patroni") await programs.signalPostgres(machine, signal);
      const brokenAt = performance.now();
      // Without Patroni, PostgreSQL continues, and servers keep it until HAProxy notices.
      if (fault === "patroni") await expect.poll(() => isPrimary(otherThan(machine)), RECONNECTING).toBe(true);
      return { brokenAt, repair: () => repair(fault, machine) };
    },
  };
}
export type PatroniCluster = Awaited<ReturnType<typeof openPatroniCluster>>;

/** The machine whose Patroni says that it is the primary. Rejects if there is none. */
async function primary(): Promise<Machine> {
  for (const machine of MACHINES) if (await isPrimary(machine)) return machine;
  throw new Error("There is no primary.");
}

async function isPrimary(machine: Machine): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const reply = await fetch(`http://${addressOf(machine)}:8008/primary`, { signal }).catch(() => null);
  return reply?.status === 200;
}

function otherThan({ name }: Machine): Machine {
  return MACHINES.find((machine) => machine.name !== name) ?? WITNESS;
}

/** Resolves when there is a primary, and a standby that has every commit before it is acknowledged. */
async function untilSynchronous(): Promise<void> {
  await expect.poll(() => synchronousStandbys().catch(() => []), RECONNECTING).toEqual(["sync_standby", "sync"]);
}

/** The standbys that may become the primary, by Patroni, and those for which commits wait, by PostgreSQL: after a start, Patroni knows one before commits wait for it. */
async function synchronousStandbys(): Promise<string[]> {
  const leading = addressOf(await primary());
  const reply = await fetch(`http://${leading}:8008/cluster`);
  const roles = cluster.parse(await reply.json()).members.map(({ role }) => role);
  const { rows } = await withinLimit(`postgres://postgres:${PASSWORD}@${leading}/postgres`, (client) =>
    client.query<{ sync_state: string }>("select sync_state from pg_stat_replication"),
  );
  return [...roles.filter((role) => role === "sync_standby"), ...rows.map(({ sync_state }) => sync_state)];
}

/** True if a database answers at an address. */
function answers(url: string): Promise<boolean> {
  const answer = withinLimit(url, (client) => client.query("select 1"));
  return answer.then(
    () => true,
    () => false,
  );
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
