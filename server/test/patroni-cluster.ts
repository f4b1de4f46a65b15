import { Client } from "pg";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";
import { RECONNECTING } from "./crash-load.ts";
import { addressOf, documentedPrograms, PASSWORD, type Machine } from "./documented-programs.ts";

const MACHINES: readonly Machine[] = [
  { name: "db-1", number: 11 },
  { name: "db-2", number: 12 },
];
const WITNESS: Machine = { name: "db-3", number: 13 };
const CONSOLE: Machine = { name: "console", number: 1 };

/** What is killed: everything on the primary's machine, its PostgreSQL or its Patroni, or everything on the standby's machine. */
export type Part = "machine" | "postgres" | "patroni" | "standby";

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

  return {
    /** The addresses at which servers reach the database. */
    settings: {
      DATABASE_URL: urlOf("groundcrew_server", `${addressOf(CONSOLE)}:6432`),
      MIGRATION_DATABASE_URL: urlOf("groundcrew_owner", `${addressOf(CONSOLE)}:6432`),
    },
    /** The address of the standby, which servers have only by mistake. */
    standbyUrl: async () => urlOf("groundcrew_server", addressOf(await standby())),
    /** The metrics of HAProxy, Patroni and etcd. */
    async metrics(): Promise<string> {
      const [machine = CONSOLE] = MACHINES;
      const addresses = [`${addressOf(CONSOLE)}:8404`, `${addressOf(machine)}:8008`, `${addressOf(machine)}:2379`];
      const texts = addresses.map(async (address) => (await fetch(`http://${address}/metrics`)).text());
      return (await Promise.all(texts)).join("\n");
    },
    untilSynchronous,
    /** Kills something. Returns when that was, and what starts Patroni again as the machine's systemd would. */
    async kill(part: Part): Promise<{ killedAt: number; restart: () => void }> {
      const machine = await (part === "standby" ? standby() : primary());
      if (part !== "postgres") programs.killPatroni(machine);
      if (part !== "patroni") programs.killPostgres(machine);
      return { killedAt: performance.now(), restart: () => part !== "postgres" && programs.startPatroni(machine) };
    },
  };
}
export type PatroniCluster = Awaited<ReturnType<typeof openPatroniCluster>>;

/** The machine whose Patroni says that it is the primary. Rejects if there is none. */
async function primary(): Promise<Machine> {
  for (const machine of MACHINES) {
    const reply = await fetch(`http://${addressOf(machine)}:8008/primary`).catch(() => null);
    if (reply?.status === 200) return machine;
  }
  throw new Error("There is no primary.");
}

async function standby(): Promise<Machine> {
  const { name } = await primary();
  return MACHINES.find((machine) => machine.name !== name) ?? WITNESS;
}

/** Resolves when there is a primary, and a standby that has every commit before it is acknowledged. */
async function untilSynchronous(): Promise<void> {
  const roles = async () => {
    const reply = await fetch(`http://${addressOf(await primary())}:8008/cluster`);
    return cluster.parse(await reply.json()).members.map(({ role }) => role);
  };
  await expect
    .poll(() => roles().catch(() => []), RECONNECTING)
    .toEqual(expect.arrayContaining(["leader", "sync_standby"]));
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
