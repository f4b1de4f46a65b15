import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensurePatroni } from "../../scripts/patroni.ts";
import { commandLine } from "../src/platform/db/embedded/process.ts";
import { changeOwner, runUser } from "../src/platform/db/embedded/run-as.ts";
import { childrenOf } from "./processes.ts";

const EXAMPLES = new URL("../../deploy/patroni/", import.meta.url);
const STOP_MS = 15_000;
export const PASSWORD = "dispatch-lantern-41";

/** Loopback addresses that no other process of tests uses. */
const NETWORK = `127.${1 + (process.pid % 250)}.${1 + (Math.floor(process.pid / 250) % 250)}`;

export type Machine = { name: string; number: number };
type Signal = "SIGKILL" | "SIGSTOP" | "SIGCONT";

export function addressOf({ number }: Machine): string {
  return `${NETWORK}.${number}`;
}

/** The programs of deploy/patroni with the files there, each machine at a loopback address of its own and with a folder of its own. */
export function documentedPrograms(folder: string) {
  const programs = ensurePatroni();
  const runAs = runUser("/");
  const running = new Map<string, ChildProcess>();
  const folderOf = ({ name }: Machine) => join(folder, name);
  chmodSync(folder, 0o755);

  /** Writes a file as a machine has it, and returns its path. */
  function write(file: string, machine: Machine, text = readFileSync(new URL(file, EXAMPLES), "utf8")): string {
    mkdirSync(folderOf(machine), { recursive: true });
    changeOwner(folderOf(machine), runAs);
    const path = join(folderOf(machine), file);
    writeFileSync(path, configured(text, { machine, own: folderOf(machine), postgresql: programs.postgresql }));
    return path;
  }

  function run({ name }: Machine, [program, ...args]: [string, ...string[]], env: Record<string, string> = {}): void {
    const log = openSync(join(folder, `${name}.log`), "a");
    const environment = { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", ...programs.env, ...env };
    const child = spawn(program, args, { ...runAs, cwd: folder, env: environment, stdio: ["ignore", log, log] });
    running.set(`${name} ${program}`, child);
  }

  const patroniOf = ({ name }: Machine) => running.get(`${name} ${programs.patroni}`);

  return {
    startEtcd(machine: Machine): void {
      const lines = readFileSync(write("etcd.env", machine), "utf8").matchAll(/^(\w+)=(.*)$/gm);
      const env = Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
      run(machine, [programs.etcd], env);
    },
    startPatroni: (machine: Machine) => run(machine, [programs.patroni, write("patroni.yml", machine)]),
    startProxies(machine: Machine, users: string): void {
      run(machine, [programs.haproxy, "-db", "-f", write("haproxy.cfg", machine)]);
      write("userlist.txt", machine, users);
      run(machine, [programs.pgbouncer, write("pgbouncer.ini", machine)]);
    },
    signalPatroni: (machine: Machine, signal: Signal) => void patroniOf(machine)?.kill(signal),
    signalPostgres: (machine: Machine, signal: Signal) => signalPostgres(dataIn(folderOf(machine)), signal),
    /** Stops PostgreSQL by its Patroni, and kills what is left. */
    async stop(machines: readonly Machine[]): Promise<void> {
      const stopping = machines.flatMap((machine) => patroniOf(machine) ?? []).map(terminate);
      await Promise.race([Promise.all(stopping), sleep(STOP_MS, undefined, { ref: false })]);
      for (const child of running.values()) child.kill("SIGKILL");
      for (const machine of machines) await signalPostgres(dataIn(folderOf(machine)), "SIGKILL");
    },
  };
}

type Place = { machine: Machine; /** The folder of the machine. */ own: string; postgresql: string };

/** The text of a file of deploy/patroni with addresses, passwords and folders of a machine. */
function configured(text: string, { machine, own, postgresql }: Place): string {
  return (
    text
      .replaceAll("THIS_NAME", machine.name)
      .replaceAll("THIS_ADDRESS", addressOf(machine))
      // Connections to any loopback address come from 127.0.0.1.
      .replaceAll("10.0.0.0/24", "127.0.0.0/8")
      .replaceAll("127.0.0.1", `${NETWORK}.1`)
      .replaceAll("10.0.0.", `${NETWORK}.`)
      .replaceAll(/\w+_PASSWORD\b/g, PASSWORD)
      .replaceAll("/usr/lib/postgresql/15/bin", postgresql)
      .replaceAll("/var/lib/postgresql/15/groundcrew", dataIn(own))
      .replaceAll("/var/lib/postgresql/", `${own}/`)
      .replaceAll("/var/run/postgresql", own)
      .replaceAll("/var/lib/etcd/groundcrew", join(own, "etcd"))
      .replaceAll("/etc/pgbouncer/", `${own}/`)
      .replaceAll(/^ *(user|group) haproxy\n/gm, "")
      // The test must not restart this machine.
      .replace("mode: automatic", 'mode: "off"')
  );
}

function dataIn(own: string): string {
  return join(own, "data");
}

async function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}

/** Sends a signal to all processes of PostgreSQL, if it runs. */
async function signalPostgres(data: string, signal: Signal): Promise<void> {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return;
  const postmaster = Number(readFileSync(file, "utf8").split("\n", 1)[0]);
  // After a kill, the file may name a process that has been another one since.
  if (!(await commandLine(postmaster))?.includes(data)) return;
  for (const pid of [postmaster, ...childrenOf(postmaster).map((child) => child.pid)]) signalProcess(pid, signal);
}

function signalProcess(pid: number, signal: Signal): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
