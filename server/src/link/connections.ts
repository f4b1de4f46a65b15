import { readTopic } from "@groundcrew/shared/link";
import type { Aedes, Client, PublishPacket, Subscription } from "aedes";
import { rejections } from "./metrics.ts";

/** Unacknowledged messages to one station; a slow station gets no more until it has read them. */
const MAX_IN_FLIGHT = 100;
const REJECTED_QOS = 128;

type Connection = { client: Client; subscribed: Set<string>; inFlight: number };

/** Tracks which stations are connected to a broker and what they have subscribed to. */
export function trackConnections(broker: Aedes, cuts: Cuts, onLost: (station: string) => void) {
  const byStation = new Map<string, Connection>();

  function connectionOf(client: Client): Connection | undefined {
    const connection = byStation.get(client.id);
    return connection?.client === client ? connection : undefined;
  }

  broker.on("client", (client) => {
    if (cuts.isCut(client)) {
      rejections.inc({ reason: "cut_off" });
      client.close();
      return;
    }
    const previous = byStation.get(client.id);
    byStation.set(client.id, { client, subscribed: new Set(), inFlight: 0 });
    previous?.client.close();
  });
  // An old connection may end after a new one has replaced it; then nothing is lost.
  broker.on("clientDisconnect", (client) => {
    if (!connectionOf(client)) return;
    byStation.delete(client.id);
    onLost(client.id);
  });
  broker.on("subscribe", (subscriptions: (Omit<Subscription, "qos"> & { qos: number })[], client) => {
    const granted = subscriptions.filter(({ qos }) => qos !== REJECTED_QOS);
    for (const { topic } of granted) connectionOf(client)?.subscribed.add(topic);
  });
  broker.on("unsubscribe", (topics, client) => {
    for (const topic of topics) connectionOf(client)?.subscribed.delete(topic);
  });

  /** Sends to the station of a topic; false when it is not connected, has not subscribed, or is too slow. */
  async function send(topic: string, payload: string): Promise<boolean> {
    const connection = byStation.get(readTopic(topic)?.station ?? "");
    if (!connection?.subscribed.has(topic)) return false;
    if (connection.inFlight >= MAX_IN_FLIGHT) {
      rejections.inc({ reason: "slow_reader" });
      return false;
    }
    connection.inFlight++;
    const isSent = await write(connection.client, topic, payload);
    connection.inFlight--;
    return isSent;
  }

  /** Ends a station's connection, also one that is still being established. */
  function end(station: string): void {
    cuts.cut(station);
    byStation.get(station)?.client.close();
  }

  return { send, end };
}

function write(client: Client, topic: string, payload: string): Promise<boolean> {
  const packet: PublishPacket = { cmd: "publish", topic, payload, qos: 1, retain: false, dup: false };
  return new Promise((resolve) => {
    client.publish(packet, (error) => resolve(!error));
  });
}

/**
 * Counts how often each station was cut off, so that a connection that is being authenticated at that moment is ended as well: its
 * password may have been looked up just before it was changed.
 */
export function cutLog() {
  const cuts = new Map<string, number>();
  const countAtStart = new WeakMap<Client, number>();
  const count = (station: string) => cuts.get(station) ?? 0;

  return {
    /** Has to be called before the station's credentials are looked up. */
    begin: (client: Client, station: string): void => void countAtStart.set(client, count(station)),
    cut: (station: string): void => void cuts.set(station, count(station) + 1),
    /** Whether the station was cut off since its authentication began. */
    isCut: (client: Client): boolean => countAtStart.get(client) !== count(client.id),
  };
}
export type Cuts = ReturnType<typeof cutLog>;
