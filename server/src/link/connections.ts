import { readTopic } from "@groundcrew/shared/link";
import type { Aedes, Client, PublishPacket, Subscription } from "aedes";
import type { Cuts } from "./cut-log.ts";
import { refusals } from "./metrics.ts";

/** Messages a station may have under way to it; a station slower than that gets no more until it has read them. */
const MAX_WAITING = 100;
const REFUSED_QOS = 128;

type Connection = { client: Client; subscribed: Set<string>; waiting: number };

/** Follows which stations are connected to a broker and what they have subscribed to. */
export function trackConnections(broker: Aedes, cuts: Cuts, onLost: (station: string) => void) {
  const byStation = new Map<string, Connection>();

  function connectionOf(client: Client): Connection | undefined {
    const connection = byStation.get(client.id);
    return connection?.client === client ? connection : undefined;
  }

  broker.on("client", (client) => {
    if (cuts.isCut(client)) {
      refusals.inc({ reason: "cut_off" });
      client.close();
      return;
    }
    const before = byStation.get(client.id);
    byStation.set(client.id, { client, subscribed: new Set(), waiting: 0 });
    before?.client.close();
  });
  // Should an old connection end late, the one that took over from it is not lost.
  broker.on("clientDisconnect", (client) => {
    if (!connectionOf(client)) return;
    byStation.delete(client.id);
    onLost(client.id);
  });
  broker.on("subscribe", (subscriptions: (Omit<Subscription, "qos"> & { qos: number })[], client) => {
    const granted = subscriptions.filter(({ qos }) => qos !== REFUSED_QOS);
    for (const { topic } of granted) connectionOf(client)?.subscribed.add(topic);
  });
  broker.on("unsubscribe", (topics, client) => {
    for (const topic of topics) connectionOf(client)?.subscribed.delete(topic);
  });

  /** Sends to the station a topic names; false when it is not there, has not subscribed, or does not keep up. */
  async function send(topic: string, payload: string): Promise<boolean> {
    const connection = byStation.get(readTopic(topic)?.station ?? "");
    if (!connection?.subscribed.has(topic)) return false;
    if (connection.waiting >= MAX_WAITING) {
      refusals.inc({ reason: "slow_reader" });
      return false;
    }
    connection.waiting++;
    const isSent = await write(connection.client, topic, payload);
    connection.waiting--;
    return isSent;
  }

  /** Ends a station's connection, if it has one or is getting one. */
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
