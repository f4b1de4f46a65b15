import { Counter, Gauge } from "prom-client";

/** Messages received, by topic. */
export const messagesReceived = new Counter({
  name: "groundcrew_link_messages_total",
  help: "Messages received from stations, by topic.",
  labelNames: ["topic"],
});

/** Invalid messages, by topic and reason. */
export const invalidMessages = new Counter({
  name: "groundcrew_link_invalid_messages_total",
  help: "Messages from stations that could not be parsed, by topic and reason.",
  labelNames: ["topic", "reason"],
});

/** Connections and messages that the broker rejected, by reason. */
export const rejections = new Counter({
  name: "groundcrew_link_rejected_total",
  help: "Rejected connections, publications and subscriptions of stations, by reason.",
  labelNames: ["reason"],
});

/** Unknown message fields, which are ignored. */
export const unknownFields = new Counter({
  name: "groundcrew_link_unknown_fields_total",
  help: "Fields that the protocol does not know, in births and in the first message of each other topic after one, by topic.",
  labelNames: ["topic"],
});

/** Commands sent to stations, by command and outcome. */
export const commandsSent = new Counter({
  name: "groundcrew_link_commands_total",
  help: "Commands sent to stations, by command and outcome.",
  labelNames: ["command", "outcome"],
});

/** Ends of stations' connections to the embedded broker, by reason. */
export const disconnections = new Counter({
  name: "groundcrew_link_disconnections_total",
  help: "Ends of connections to the embedded broker, by reason; closed: the station ended it.",
  labelNames: ["reason"],
});

/** The figures of an open link that the metrics show. */
type WatchedLink = {
  /** Whether messages can be received. */
  isUp: () => boolean | Promise<boolean>;
  /** Connections of stations; null when the broker does not report them, or another thread does. */
  connections: (() => { authenticated: number; pending: number }) | null;
};

const links = new Set<WatchedLink>();

const brokerUp: Gauge = new Gauge({
  name: "groundcrew_link_broker_up",
  help: "1 while messages of stations can be received from the broker, otherwise 0.",
  // The main thread's, which knows whether every other one runs and answers.
  aggregator: "first",
  async collect() {
    const areUp = await Promise.all([...links].map(async ({ isUp }) => isUp()));
    brokerUp.set(areUp.length > 0 && !areUp.includes(false) ? 1 : 0);
  },
});

const openConnections: Gauge<"state"> = new Gauge({
  name: "groundcrew_link_connections",
  help: "Open connections to the embedded broker, by state: authenticated, pending.",
  labelNames: ["state"],
  collect() {
    openConnections.reset();
    for (const { connections } of links) {
      if (connections === null) continue;
      const { authenticated, pending } = connections();
      openConnections.inc({ state: "authenticated" }, authenticated);
      openConnections.inc({ state: "pending" }, pending);
    }
  },
});

/** Includes a link in the metrics. Returns a function that removes it. */
export function watchLink(link: WatchedLink): () => void {
  links.add(link);
  return () => void links.delete(link);
}
