import { EVENTS_IN_FLIGHT, topicOf, type Death } from "@groundcrew/shared/link";
import { connect, type IClientOptions } from "mqtt";
import type { FleetStation } from "./model/index.ts";

/** One MQTT connection of a station, from dialling to its end; it never comes back. */
export type Connection = {
  /** Publishes at QoS 1; false while nothing can be sent or the broker has not yet taken the message before. */
  publish(topic: "birth" | "tele", payload: string): boolean;
  /**
   * Publishes at QoS 1, up to so many at a time; lost if the connection is. False when there is none, or the broker does not keep up.
   */
  say(topic: "birth" | "event" | "tele" | "cmd_ack" | "cmd_progress", payload: string): boolean;
  /** Ends without a word, as when a cable is cut. */
  cut(): void;
  /** Tells the death, disconnects, and resolves when that is done or has taken too long. */
  leave(): Promise<void>;
};

type Heard = {
  up(): void;
  birthAck(payload: string): void;
  eventAck(payload: string): void;
  command(payload: string): void;
  /** The connection has ended, or never came to be. `reason` is a sentence where there is one. */
  down(reason: string | null): void;
};

const MAX_IN_FLIGHT = 2 * EVENTS_IN_FLIGHT;
const LEAVE_MS = 2_000;
const CONNECT_MS = 20_000;
const KEEPALIVE_S = 30;

/** `birthSeq` is the `seq` that the birth of this connection will have: its death names it. */
type Dialling = { station: FleetStation; boot: number; birthSeq: number; broker: string };

/** Dials the broker as a station. The broker tells its death when the connection breaks. */
export function dial(of: Dialling, heard: Heard): Connection {
  const { name } = of.station;
  const death = JSON.stringify({ v: 1, boot: of.boot, seq: of.birthSeq } satisfies Death);
  const client = connect(of.broker, connectOptions(of.station, death));
  let reason: string | null = null;
  let isBusy = false;
  let underWay = 0;

  client.on("connect", () => {
    const topics = (["birth_ack", "event_ack", "cmd"] as const).map((topic) => topicOf(name, topic));
    client.subscribe(topics, { qos: 1 }, (error) => {
      if (error) client.end(true);
      else heard.up();
    });
  });
  client.on("message", (topic, payload) => {
    if (topic === topicOf(name, "birth_ack")) heard.birthAck(payload.toString());
    if (topic === topicOf(name, "event_ack")) heard.eventAck(payload.toString());
    if (topic === topicOf(name, "cmd")) heard.command(payload.toString());
  });
  client.on("error", (error) => {
    reason = error.message;
  });
  client.once("close", () => {
    client.end(true);
    heard.down(reason);
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
    say(topic, payload) {
      if (!client.connected || underWay >= MAX_IN_FLIGHT) return false;
      underWay += 1;
      client.publish(topicOf(name, topic), payload, { qos: 1 }, () => {
        underWay -= 1;
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
    // Coming back is the link's own affair: it waits longer each time, and never as long as the others.
    reconnectPeriod: 0,
    resubscribe: false,
    will: { topic: topicOf(name, "death"), payload: Buffer.from(death), qos: 1, retain: false },
  };
}
