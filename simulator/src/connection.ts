import { EVENTS_IN_FLIGHT, topicOf, type Death } from "@groundcrew/shared/link";
import { connect, type IClientOptions } from "mqtt";
import type { FleetStation } from "./model/index.ts";

/** One MQTT connection of a station. It does not reconnect. */
export type Connection = {
  /** Publishes at QoS 1. Returns false while disconnected, or while the broker has not acknowledged the previous message. */
  publish(topic: "birth" | "tele", payload: string): boolean;
  /**
   * Publishes at QoS 1 without waiting for the previous message, up to a limit. Returns false while disconnected, or when the broker
   * does not keep up. A message is lost if the connection is lost.
   */
  publishPipelined(topic: "birth" | "event" | "tele" | "cmd_ack" | "cmd_progress", payload: string): boolean;
  /** Ends the connection without a death message, as when a cable is cut. */
  cut(): void;
  /** Publishes the death message and disconnects. Resolves when that is done or has timed out. */
  leave(): Promise<void>;
};

type ConnectionHandlers = {
  up(): void;
  birthAck(payload: string): void;
  eventAck(payload: string): void;
  command(payload: string): void;
  /** The connection ended or could not be made. `reason` is a sentence, if the client gave one. */
  down(reason: string | null): void;
};

const MAX_IN_FLIGHT = 2 * EVENTS_IN_FLIGHT;
const LEAVE_MS = 2_000;
const CONNECT_MS = 20_000;
const KEEPALIVE_S = 30;

/** `birthSeq` is the `seq` of this connection's birth, which its death message refers to. */
type ConnectionOptions = { station: FleetStation; boot: number; birthSeq: number; broker: string };

/** Connects to the broker as a station, with the death message as the will. */
export function openConnection(
  { station, boot, birthSeq, broker }: ConnectionOptions,
  handlers: ConnectionHandlers,
): Connection {
  const { name } = station;
  const death = JSON.stringify({ v: 1, boot, seq: birthSeq } satisfies Death);
  const client = connect(broker, connectOptions(station, death));
  let reason: string | null = null;
  let isBusy = false;
  let inFlight = 0;

  client.on("connect", () => {
    const topics = (["birth_ack", "event_ack", "cmd"] as const).map((topic) => topicOf(name, topic));
    client.subscribe(topics, { qos: 1 }, (error) => {
      if (error) client.end(true);
      else handlers.up();
    });
  });
  client.on("message", (topic, payload) => {
    if (topic === topicOf(name, "birth_ack")) handlers.birthAck(payload.toString());
    if (topic === topicOf(name, "event_ack")) handlers.eventAck(payload.toString());
    if (topic === topicOf(name, "cmd")) handlers.command(payload.toString());
  });
  client.on("error", (error) => {
    reason = error.message;
  });
  client.once("close", () => {
    client.end(true);
    handlers.down(reason);
  });

  return {
    publish(topic, payload) {
      if (isBusy || !client.connected) return false;
      isBusy = true;
      client.publish(topicOf(name, topic), payload, { qos: 1 }, () => {
        isBusy = false;
      });
      return true;
    },
    publishPipelined(topic, payload) {
      if (!client.connected || inFlight >= MAX_IN_FLIGHT) return false;
      inFlight += 1;
      client.publish(topicOf(name, topic), payload, { qos: 1 }, () => {
        inFlight -= 1;
      });
      return true;
    },
    cut: () => client.end(true),
    async leave() {
      const timer = setTimeout(() => client.end(true), LEAVE_MS);
      if (client.connected) await client.publishAsync(topicOf(name, "death"), death, { qos: 1 }).catch(() => undefined);
      await client.endAsync(!client.connected);
      clearTimeout(timer);
    },
  };
}

function connectOptions({ name, password }: FleetStation, death: string): IClientOptions {
  return {
    clientId: name,
    username: name,
    password,
    protocolVersion: 4,
    clean: true,
    keepalive: KEEPALIVE_S,
    connectTimeout: CONNECT_MS,
    // The link reconnects by itself, with backoff and jitter.
    reconnectPeriod: 0,
    resubscribe: false,
    will: { topic: topicOf(name, "death"), payload: Buffer.from(death), qos: 1, retain: false },
  };
}
