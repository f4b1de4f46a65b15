import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { ServerCommand } from "./server.ts";
import type { LoadCommand } from "./stations.ts";

const address = z.object({ port: z.number(), url: z.string() });
const cpu = z.object({ user: z.number(), system: z.number() });
const usedReply = z.object({ own: cpu, databaseMs: z.number() });
const publishedReply = z.object({ acknowledged: z.number(), cpu });

/** CPU time in ms. */
export type Used = { serverMs: number; databaseMs: number };

/** Starts the measured system: the whole server or only its broker. */
export async function openSubject(what: "server" | "broker", flags: readonly string[] = []) {
  const child = fork(scriptOf("server.ts"), [what], { execArgv: [...flags] });
  const { port, url } = address.parse(await reply(child));
  const send = (command: ServerCommand) => request(child, command);
  return {
    port,
    url,
    add: (stations: number) => send({ kind: "add", stations }),
    async used(): Promise<Used> {
      const { own, databaseMs } = usedReply.parse(await send({ kind: "used" }));
      return { serverMs: (own.user + own.system) / 1_000, databaseMs };
    },
    stored: async () => z.object({ stored: z.number() }).parse(await send({ kind: "stored" })).stored,
    update: async (count: number, bytes: number) =>
      z.object({ databaseMs: z.number() }).parse(await send({ kind: "update", count, bytes })).databaseMs,
    stop: () => end(child),
  };
}
export type Subject = Awaited<ReturnType<typeof openSubject>>;

/** Starts the stations in their own process. */
export function openStations() {
  const child = fork(scriptOf("stations.ts"));
  const send = (command: LoadCommand) => request(child, command);
  return {
    send,
    async published() {
      const { acknowledged, cpu: own } = publishedReply.parse(await send({ kind: "published" }));
      return { acknowledged, cpuMs: (own.user + own.system) / 1_000 };
    },
    stop: () => end(child),
  };
}
export type Stations = ReturnType<typeof openStations>;

function scriptOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

async function request(child: ChildProcess, command: object): Promise<unknown> {
  const response = reply(child);
  child.send(command);
  return response;
}

async function reply(child: ChildProcess): Promise<unknown> {
  const [message] = z.tuple([z.unknown(), z.unknown()]).parse(await once(child, "message"));
  return message;
}

/** A child process ends when its channel is closed. */
async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.disconnect();
  await ended;
}
