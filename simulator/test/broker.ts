import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import {
  BIRTH_CODES,
  birth,
  cmdAck,
  cmdProgress,
  death,
  event,
  readTopic,
  tele,
  topicOf,
  type Birth,
  type Cmd,
  type CmdAck,
  type CmdProgress,
  type Death,
  type Event,
  type EventAck,
  type Tele,
} from "@groundcrew/shared/link";
import { Aedes } from "aedes";

type Parsed = { station: string } & (
  | { kind: "birth"; payload: Birth }
  | { kind: "tele"; payload: Tele }
  | { kind: "death"; payload: Death }
  | { kind: "event"; payload: Event }
  | { kind: "cmd_ack"; payload: CmdAck }
  | { kind: "cmd_progress"; payload: CmdProgress }
);

type BrokerOptions = {
  pace?: { min: number; max: number };
  /** The answer to a birth of this boot; the default accepts it. */
  answer?: (boot: number) => { code: number; boot: number };
  secret?: string;
  /** Whether an event is acknowledged; the default is true. */
  isStored?: (event: Event) => boolean;
};

/** A real MQTT broker that answers births as the server does, and records all messages of stations. */
export async function startBroker({ pace = { min: 0.05, max: 0.4 }, answer, secret, isStored }: BrokerOptions = {}) {
  const received: Parsed[] = [];
  const waiters = new Set<() => void>();
  const broker = await Aedes.createBroker({
    authenticate(_client, ...[, password, done]) {
      done(null, secret === undefined || password?.toString() === secret);
    },
  });
  broker.on("publish", ({ topic, payload }) => {
    const message = readMessage(topic, payload.toString());
    if (!message) return;
    received.push(message);
    if (message.kind === "birth") answerBirth(message.station, message.payload);
    if (message.kind === "event" && (isStored?.(message.payload) ?? true)) acknowledge(message);
    for (const check of waiters) check();
  });

  function acknowledge({ station, payload: { data } }: { station: string; payload: Event }): void {
    const ack: EventAck = { v: 1, ids: [data.event_id], refused: [] };
    const packet = { cmd: "publish", qos: 1, retain: false, dup: false } as const;
    broker.publish({ ...packet, topic: topicOf(station, "event_ack"), payload: JSON.stringify(ack) }, () => {});
  }

  function answerBirth(station: string, { id, boot }: Birth): void {
    const { code, boot: known } = answer?.(boot) ?? { code: BIRTH_CODES.accepted, boot };
    const output = { server_time: 0, telemetry_min_s: pace.min, telemetry_max_s: pace.max, boot: known };
    const payload = JSON.stringify({ v: 1, id, code, message: code === 0 ? "" : "Rejected.", output });
    const topic = topicOf(station, "birth_ack");
    broker.publish({ cmd: "publish", topic, payload, qos: 1, retain: false, dup: false }, () => {});
  }

  const server = createServer(broker.handle);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `mqtt://127.0.0.1:${portOf(server.address())}`,
    received,
    connected: () => broker.connectedClients,
    /** Sends a command to a station; the answers are in `received`. */
    sendCommand(station: string, command: Cmd): void {
      const packet = { cmd: "publish", qos: 1, retain: false, dup: false } as const;
      broker.publish({ ...packet, topic: topicOf(station, "cmd"), payload: JSON.stringify(command) }, () => {});
    },
    /** Resolves once the received messages meet a condition. */
    until(isReached: () => boolean): Promise<void> {
      return new Promise((resolve) => {
        const check = () => {
          if (!isReached()) return;
          waiters.delete(check);
          resolve();
        };
        waiters.add(check);
        check();
      });
    },
    async stop() {
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      server.close();
    },
  };
}

/** Throws if a message does not match the link's schemas, which fails the test. */
function readMessage(topic: string, text: string): Parsed | null {
  const read = readTopic(topic);
  if (!read) return null;
  const { station, topic: kind } = read;
  if (kind === "birth") return { kind, station, payload: birth.parse(JSON.parse(text)) };
  if (kind === "tele") return { kind, station, payload: tele.parse(JSON.parse(text)) };
  if (kind === "cmd_ack") return { kind, station, payload: cmdAck.parse(JSON.parse(text)) };
  if (kind === "cmd_progress") return { kind, station, payload: cmdProgress.parse(JSON.parse(text)) };
  if (kind === "event") return { kind, station, payload: event.parse(JSON.parse(text)) };
  if (kind === "death") return { kind, station, payload: death.parse(JSON.parse(text)) };
  return null;
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("The broker has no port.");
  return address.port;
}
