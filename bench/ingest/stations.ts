import { connect, type Socket } from "node:net";
import { topicOf } from "@groundcrew/shared/link";
import { CONNACK, connectFrame, frameReader, PUBACK, publishFrame } from "./frames.ts";
import { birthText, nameOf, secretOf, snapshotText } from "./messages.ts";

/*
 * The stations of a benchmark, in their own process, so that their CPU time is measured apart from the server's. Takes commands over the
 * channel to its parent: connect, send as fast as the server accepts, send at a fixed rate, and report how much was sent.
 */
export type LoadCommand =
  | { kind: "connect"; port: number; count: number; bytes: number; variants?: number; isPlain: boolean }
  /** Each station sends the next snapshot as soon as the broker has acknowledged the previous one. */
  | { kind: "flood" }
  /**
   * Each station sends a snapshot at this interval; the stations are evenly staggered, in a random order. A patient one skips it while an earlier one has
   * not been acknowledged, as the simulated fleet does.
   */
  | { kind: "pace"; everyMs: number; isPatient: boolean }
  | { kind: "pause" }
  | { kind: "published" };

type Station = { socket: Socket; topic: string; seq: number; isBorn: boolean; unacknowledged: number };

const TICK_MS = 10;
const CONNECTIONS_AT_ONCE = 200;
let stations: Station[] = [];
let acknowledged = 0;
let isFlooding = false;
let pacing: NodeJS.Timeout | null = null;
let bytesOfSnapshot = 0;
let variantsOfSnapshot = 1;

process.on("disconnect", () => process.exit());
process.on("message", (command: LoadCommand) => void run(command).then((reply) => process.send?.(reply)));

async function run(command: LoadCommand): Promise<object> {
  switch (command.kind) {
    case "connect":
      bytesOfSnapshot = command.bytes;
      variantsOfSnapshot = command.variants ?? 1;
      stations = await connectAll(command);
      return {};
    case "flood":
      isFlooding = true;
      stations.forEach(publish);
      return {};
    case "pace":
      startPacing(command);
      return {};
    case "pause":
      isFlooding = false;
      if (pacing) clearInterval(pacing);
      return {};
    case "published":
      return { acknowledged, cpu: process.cpuUsage() };
  }
}

/** Connects a few stations at a time, after a restart of the server as well, because connection storms are measured elsewhere. */
async function connectAll(load: { port: number; count: number; isPlain: boolean }): Promise<Station[]> {
  const connected: Station[] = [];
  while (connected.length < load.count) {
    const batchSize = Math.min(CONNECTIONS_AT_ONCE, load.count - connected.length);
    const indexes = Array.from({ length: batchSize }, (_, index) => connected.length + index);
    connected.push(...(await Promise.all(indexes.map((index) => connectOne(index, load)))));
  }
  return connected;
}

/** Connects a station and sends its birth; a plain broker gets none, because it has no server to read it. */
function connectOne(index: number, { port, isPlain }: { port: number; isPlain: boolean }): Promise<Station> {
  const name = nameOf(index);
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  const station = {
    socket,
    topic: topicOf(name, "tele"),
    seq: stations[index]?.seq ?? 0,
    isBorn: false,
    unacknowledged: 0,
  };
  return new Promise((resolve, reject) => {
    const handleBirth = () => {
      station.isBorn = true;
      resolve(station);
    };
    const read = frameReader((kind, code) => {
      if (kind === CONNACK && code !== 0) reject(new Error(`${name} was rejected with code ${code}`));
      else if (kind === CONNACK && isPlain) handleBirth();
      else if (kind === CONNACK) socket.write(publishFrame(topicOf(name, "birth"), 1, birthText(++station.seq)));
      else if (kind === PUBACK && !station.isBorn) handleBirth();
      else if (kind === PUBACK) handleAck(station);
    });
    socket.on("data", read);
    socket.on("error", reject);
    socket.on("connect", () => socket.write(connectFrame(name, secretOf(name))));
  });
}

function handleAck(station: Station): void {
  acknowledged += 1;
  station.unacknowledged -= 1;
  if (isFlooding) publish(station);
}

function publish(station: Station): void {
  station.seq += 1;
  station.unacknowledged += 1;
  const payload = snapshotText(station.seq, bytesOfSnapshot, variantsOfSnapshot);
  station.socket.write(publishFrame(station.topic, (station.seq % 65_535) + 1, payload));
}

function startPacing({ everyMs, isPatient }: { everyMs: number; isPatient: boolean }): void {
  const startMs = performance.now();
  const order = shuffled(stations);
  let published = 0;
  pacing = setInterval(() => {
    const due = Math.floor(((performance.now() - startMs) / everyMs) * order.length);
    for (; published < due; published += 1) {
      const station = order[published % order.length];
      if (station && !(isPatient && station.unacknowledged > 0)) publish(station);
    }
  }, TICK_MS);
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
