import { eventAck, topicOf } from "@groundcrew/shared/link";
import type { MqttClient } from "mqtt";
import { connectStation, sendMessage } from "../../server/test/station.ts";
import { birthText } from "./messages.ts";

/*
 * Stations that send events, in their own process: some send an error every second and wait for the server's acknowledgement, one sends
 * many and does not wait. Takes commands over the channel to its parent.
 */
export type EventsCommand =
  /** Connects stations again, after a restart as well; `flooding` is the one that may send many, if there is one. */
  | { kind: "connect"; port: number; names: string[]; flooding: string | null }
  /** From now on the flooding station sends this many errors a second. */
  | { kind: "flood"; perSecond: number }
  /** Ends that, and what the server has not read of it. */
  | { kind: "calm" }
  /** Returns and forgets the times from sending an event to its acknowledgement. */
  | { kind: "times" };

type Station = { name: string; client: MqttClient; sent: Map<string, number> };

const TICK_MS = 50;
const EVERY_MS = 1_000;
let port = 0;
let stations: Station[] = [];
let flooding: Station | null = null;
let timers: NodeJS.Timeout[] = [];
let flood: NodeJS.Timeout | null = null;
let times: number[] = [];
let sequence = 0;
let sentByFlood = 0;

process.on("disconnect", () => process.exit());
process.on("message", (command: EventsCommand) => void run(command).then((reply) => process.send?.(reply)));

async function run(command: EventsCommand): Promise<object> {
  switch (command.kind) {
    case "connect":
      for (const timer of timers) clearInterval(timer);
      for (const { client } of [...stations, ...(flooding ? [flooding] : [])]) client.end(true);
      port = command.port;
      stations = await Promise.all(command.names.map((name) => connect(port, name)));
      flooding = command.flooding === null ? null : await connect(port, command.flooding);
      timers = stations.map((station) => setInterval(() => void sendError(station), EVERY_MS));
      return {};
    case "flood":
      flood = startFlood(command.perSecond);
      return {};
    case "calm":
      if (flood) clearInterval(flood);
      if (!flooding) return {};
      await flooding.client.endAsync(true);
      flooding = await connect(port, flooding.name);
      return {};
    case "times": {
      const taken = { times, sentByFlood };
      times = [];
      sentByFlood = 0;
      return taken;
    }
  }
}

async function connect(port: number, name: string): Promise<Station> {
  const client = await connectStation(port, name, { reconnectPeriod: 1_000 });
  const station: Station = { name, client, sent: new Map() };
  client.on("message", (topic, payload) => {
    if (topic !== topicOf(name, "event_ack")) return;
    for (const id of eventAck.parse(JSON.parse(payload.toString())).ids) {
      const sentAt = station.sent.get(id);
      if (sentAt !== undefined) times.push(performance.now() - sentAt);
      station.sent.delete(id);
    }
  });
  await client.subscribeAsync(topicOf(name, "event_ack"), { qos: 1 });
  await sendMessage(client, "birth", birthText(++sequence));
  return station;
}

async function sendError(station: Station): Promise<void> {
  const id = nextId();
  station.sent.set(id, performance.now());
  await sendMessage(station.client, "event", errorWith(id));
}

function startFlood(perSecond: number): NodeJS.Timeout {
  const startMs = performance.now();
  let sent = 0;
  return setInterval(() => {
    const client = flooding?.client;
    if (!client) return;
    const due = Math.floor(((performance.now() - startMs) / 1_000) * perSecond);
    for (; sent < due; sent += 1) {
      sentByFlood += 1;
      // What the server does not read waits here, until the connection ends.
      void sendMessage(client, "event", errorWith(nextId())).catch(() => undefined);
    }
  }, TICK_MS);
}

function nextId(): string {
  return `e${process.pid}-${++sequence}`;
}

function errorWith(event_id: string): object {
  const ts = Date.now();
  const facts = { error_message: "Belt slipped.", job_type: "swap_drone" };
  const data = { kind: "station_error", event_id, occurred: ts, facts };
  return { v: 1, id: `1-${++sequence}`, boot: 1, seq: sequence, ts, data };
}
