import { z } from "zod";
import { startChild } from "../child.ts";
import type { EventsCommand } from "./events.ts";
import type { WatchCommand } from "./list-watcher.ts";
import type { ServerCommand } from "./server.ts";
import type { LoadCommand } from "./stations.ts";

const address = z.object({ port: z.number(), url: z.string() });
const cpu = z.object({ user: z.number(), system: z.number() });
const usedReply = z.object({ own: cpu, main: cpu, memory: z.number(), databaseMs: z.number(), walBytes: z.number() });
const restartedReply = address.extend({ ms: z.number() });
const timesReply = z.object({ times: z.array(z.number()), sentByFlood: z.number() });
const watchedReply = z.object({ delays: z.array(z.number()), responses: z.array(z.number()) });
const publishedReply = z.object({ acknowledged: z.number(), cpu });

/** CPU time in ms, the server's memory and the write-ahead log so far in bytes. The time of the main thread is part of the server's. */
export type Used = { serverMs: number; mainThreadMs: number; databaseMs: number; memory: number; walBytes: number };

type SubjectOptions = { /** Its MQTT_THREADS, if not the default. */ threads?: string | undefined; flags?: string[] };

/** Starts the measured system: the whole server or only its broker. */
export async function openSubject(what: "server" | "broker", { threads, flags = [] }: SubjectOptions = {}) {
  const child = startChild("ingest/server.ts", threads === undefined ? [what] : [what, threads], flags);
  let { port, url } = address.parse(await child.reply());
  const send = (command: ServerCommand) => child.request(command);
  return {
    get port() {
      return port;
    },
    get url() {
      return url;
    },
    add: (stations: number) => send({ kind: "add", stations }),
    async used(): Promise<Used> {
      const { own, main, ...others } = usedReply.parse(await send({ kind: "used" }));
      const msOf = ({ user, system }: z.output<typeof cpu>) => (user + system) / 1_000;
      return { serverMs: msOf(own), mainThreadMs: msOf(main), ...others };
    },
    stored: async () => z.object({ stored: z.number() }).parse(await send({ kind: "stored" })).stored,
    update: async (count: number, bytes: number) =>
      z.object({ databaseMs: z.number() }).parse(await send({ kind: "update", count, bytes })).databaseMs,
    logErrors: (station: string, count: number) => send({ kind: "errors", station, count }),
    /** Stops the server and starts it again with the same data; returns how long the start took, in ms. */
    async restart(): Promise<number> {
      const restarted = restartedReply.parse(await send({ kind: "restart" }));
      ({ port, url } = restarted);
      return restarted.ms;
    },
    stop: child.stop,
  };
}
export type Subject = Awaited<ReturnType<typeof openSubject>>;

/** Starts the stations in their own process. */
export function openStations() {
  const child = startChild("ingest/stations.ts");
  const send = (command: LoadCommand) => child.request(command);
  return {
    send,
    async published() {
      const { acknowledged, cpu: own } = publishedReply.parse(await send({ kind: "published" }));
      return { acknowledged, cpuMs: (own.user + own.system) / 1_000 };
    },
    stop: child.stop,
  };
}
export type Stations = ReturnType<typeof openStations>;

/** Starts the stations that send events in their own process. */
export function openEventStations() {
  const child = startChild("ingest/events.ts");
  const send = (command: EventsCommand) => child.request(command);
  return { send, times: async () => timesReply.parse(await send({ kind: "times" })), stop: child.stop };
}
export type EventStations = ReturnType<typeof openEventStations>;

/** Starts a console's list in its own process. */
export function openListWatcher() {
  const child = startChild("ingest/list-watcher.ts");
  const watch = async (command: WatchCommand) => watchedReply.parse(await child.request(command));
  return { watch, stop: child.stop };
}
