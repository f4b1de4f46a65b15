import { createHash } from "node:crypto";
import { readTopic, TOPICS, topicOfAll, type Topic } from "@groundcrew/shared/link";
import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { connect, type MqttClient } from "mqtt";
import type { Logger } from "pino";
import { openInbox, type Inbox } from "./inbox.ts";
import type { Link } from "./link.ts";
import { watchLink } from "./metrics.ts";

const CONNECT_TIMEOUT_MS = 10_000;
const START_TIMEOUT_MS = 5_000;
const GROUP_LENGTH = 32;
const RETRY_MS = 1_000;
/** The client drops a connection that is silent for 1.5 times this, except while backpressure stops reading. */
const KEEP_ALIVE_S = 30;
const PING_EVERY_MS = 2 * SECOND_MS;
/** A broker that hangs is noticed within 8 s. */
const MAX_UNANSWERED_PINGS = 3;
/** How often an unreachable broker is logged; it is tried every second. */
const LOG_EVERY_MS = MINUTE_MS;
/** Every server receives all answers and ignores those to other servers' commands. */
const ANSWERS: ReadonlySet<Topic> = new Set<Topic>(["cmd_ack", "cmd_progress"]);

export type ExternalLinkOptions = {
  /** URL of the broker with the server's user name and password, so it must not be logged. */
  url: string;
  /** Unique name of this server. */
  server: string;
  /**
   * A secret of the servers that share a subscription; its hash names the group. With some brokers a station that knows the name could
   * join the group, and the messages routed to it would be lost.
   */
  group: string;
  /** How long `start` waits for the broker. */
  startTimeoutMs?: number;
  /** How often the broker is pinged, and connected to when it is away. */
  pingEveryMs?: number;
  retryMs?: number;
  /** Whether `start` then succeeds and keeps trying in the background, instead of failing. */
  canStartWithout?: boolean;
  now: () => number;
  log: Logger;
};

/**
 * A link over an external broker, which authenticates stations and restricts them to their topics. Sessions are clean: a persistent one
 * would still get its share of the messages while this server is down. Stations repeat messages that are lost that way.
 */
export function externalLink(options: ExternalLinkOptions): Link {
  const { url, server, group, startTimeoutMs = START_TIMEOUT_MS, canStartWithout = false, now, log } = options;
  const { pingEveryMs = PING_EVERY_MS, retryMs = RETRY_MS } = options;
  const inbox = openInbox({ now, log });
  let client: MqttClient | null = null;
  let isAnswering = () => false;
  let unwatch = () => {};

  function open(): MqttClient {
    const opened = connect(url, {
      clientId: `groundcrew-${server}`,
      protocolVersion: 4,
      clean: true,
      keepalive: KEEP_ALIVE_S,
      reconnectPeriod: retryMs,
      // The broker may not have loaded this server's credentials yet.
      reconnectOnConnackError: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
      queueQoSZero: false,
      manualConnect: true,
    });
    logBrokerOutages(opened, { now, log });
    return opened;
  }

  async function start(): Promise<void> {
    client = open();
    isAnswering = pingBroker(client, pingEveryMs, deliver(client, inbox));
    const ready = keepSubscribed(client, { group, startTimeoutMs, canStartWithout, log });
    client.connect();
    unwatch = watchLink({ isUp: () => isAnswering(), connections: null });
    await ready;
  }

  /** True when the broker took the message; whether a station is subscribed is unknown. */
  async function publish(topic: string, payload: string): Promise<boolean> {
    if (!client?.connected) return false;
    try {
      await client.publishAsync(topic, payload, { qos: isCommand(topic) ? 0 : 1 });
      return true;
    } catch (error) {
      log.debug({ err: error, topic }, "the broker did not accept a message for a station");
      return false;
    }
  }

  return {
    handle: inbox.handle,
    // Never called: the broker reports a lost connection by the station's will.
    handleLost: inbox.handleLost,
    reader: inbox.reader,
    start,
    publish,
    // Connections can only be ended at the broker; a new password applies from the next connection on.
    disconnect: () => {},
    supersede: () => {},
    connected: () => isAnswering(),
    async stop() {
      inbox.close();
      unwatch();
      await client?.endAsync(true);
    },
  };
}

/**
 * Handles messages one at a time and acknowledges each when done, so the broker sends no more than can be handled. The returned function
 * says whether further messages are held back.
 */
function deliver(client: MqttClient, inbox: Inbox): () => boolean {
  let isHeldBack = false;
  client.handleMessage = ({ topic, payload }, done) => {
    const read = readTopic(topic);
    const bytes = typeof payload === "string" ? Buffer.from(payload, "utf8") : payload;
    const handling = read && inbox.deliver({ ...read, payload: bytes });
    // All stations share this connection, so one alone cannot be paused.
    if (!(handling instanceof Promise)) return done();
    isHeldBack = true;
    void handling.finally(() => {
      isHeldBack = false;
      done();
    });
  };
  return () => isHeldBack;
}

/**
 * Pings the broker. The returned function says whether it is connected and answers: a broker that hangs keeps its connections open.
 * Pings are counted, not timed, so that a pause of this process does not look like one of the broker. While messages are held back,
 * answers are not read, so missing ones do not count.
 */
function pingBroker(client: MqttClient, everyMs: number, isHeldBack: () => boolean): () => boolean {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (!client.connected) return;
    client.sendPing();
    if (isHeldBack()) client.reschedulePing(true);
    else unanswered++;
  }, everyMs);
  client.on("packetreceive", () => void (unanswered = 0));
  client.once("end", () => clearInterval(timer));
  return () => client.connected && unanswered <= MAX_UNANSWERED_PINGS;
}

/** Logs that the broker is unreachable, with the reason, at once and then every minute, and when it is reachable again. */
function logBrokerOutages(client: MqttClient, { now, log }: Pick<ExternalLinkOptions, "now" | "log">): void {
  let reason: string | undefined;
  let loggedAt: number | null = null;
  client.on("error", (error) => void (reason = error.message || "it cannot be reached"));
  client.on("close", () => {
    // This server is stopping.
    if (client.disconnecting) return;
    if (loggedAt !== null && now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = now();
    log.warn({ reason }, "the MQTT broker is unreachable; retrying every second");
  });
  client.on("connect", () => {
    if (loggedAt !== null) log.info("the MQTT broker is reachable again");
    [loggedAt, reason] = [null, undefined];
  });
}

type SubscribeOptions = { group: string; startTimeoutMs: number; canStartWithout: boolean; log: Logger };

/** Subscribes on every connection. Resolves after the first subscription; on timeout it rejects, or resolves if `canStartWithout`. */
function keepSubscribed(
  client: MqttClient,
  { group, startTimeoutMs, canStartWithout, log }: SubscribeOptions,
): Promise<void> {
  const shared = `$share/groundcrew-${createHash("sha256").update(group).digest("hex").slice(0, GROUP_LENGTH)}`;
  const filters = Object.keys(TOPICS)
    .filter(isFromStations)
    .map((topic) => (ANSWERS.has(topic) ? topicOfAll(topic) : `${shared}/${topicOfAll(topic)}`));
  return new Promise((resolve, reject) => {
    let last: Error | undefined;
    const remember = (error: Error) => void (last = error);
    const timer = setTimeout(() => {
      if (canStartWithout) return resolve();
      void client.endAsync(true);
      const why = last === undefined ? "it does not answer" : last.message || "it cannot be reached";
      reject(new Error(`The MQTT broker of MQTT_URL cannot be used: ${why}.`, { cause: last }));
    }, startTimeoutMs);
    client.on("error", remember);
    client.on("connect", () => {
      client.subscribe(filters, { qos: 1 }, (error) => {
        if (error) {
          log.warn({ err: error }, "the MQTT broker rejected a subscription");
          remember(error);
          // Without the subscription nothing would be received, so reconnect and try again.
          return client.stream.destroy();
        }
        clearTimeout(timer);
        client.removeListener("error", remember);
        return resolve();
      });
    });
  });
}

/** Commands are sent with QoS 0: they move hardware, so the broker must not queue them for a station that is offline. */
function isCommand(topic: string): boolean {
  return readTopic(topic)?.topic === "cmd";
}

function isFromStations(topic: string): topic is Topic {
  return Object.entries(TOPICS).some(([name, from]) => name === topic && from === "station");
}
