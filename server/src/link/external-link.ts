import { createHash } from "node:crypto";
import { readTopic, TOPICS, topicOfAll, type Topic } from "@groundcrew/shared/link";
import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { connect, type MqttClient } from "mqtt";
import type { Logger } from "pino";
import { openInbox, type Inbox } from "./inbox.ts";
import type { Link } from "./link.ts";

const CONNECT_TIMEOUT_MS = 10_000;
const PATIENCE_MS = 5_000;
const GROUP_LENGTH = 32;
const RECONNECT_MS = 1_000;
/** The client drops a connection that is silent for one and a half times this, except while backpressure keeps us from reading. */
const KEEP_ALIVE_S = 30;
const PING_EVERY_MS = 2 * SECOND_MS;
/** So many pings may be without an answer, so a broker that hangs is noticed within 8 s. */
const UNANSWERED_PINGS = 3;
/** A broker that is away is tried every second, and logged this often. */
const LOG_EVERY_MS = MINUTE_MS;
/** Answers are for the server that asked, so every server gets them and leaves those of the others. */
const ANSWERS: ReadonlySet<Topic> = new Set<Topic>(["cmd_ack", "cmd_progress"]);

export type ExternalLinkOptions = {
  /** Address of the broker with the server's own user and password; never to be logged. */
  url: string;
  /** Name of this server, different from every other's. */
  server: string;
  /**
   * What the servers that share the messages have in common, unknown to everybody else: each message goes to one of a group. At some
   * brokers a station could join a group whose name it knows, and although it is not given what is there, it would be lost.
   */
  group: string;
  /** How long to try at the start, in ms. */
  patienceMs?: number;
  /** Whether the start then succeeds all the same, and goes on trying, instead of failing. */
  startsWithout?: boolean;
  now: () => number;
  log: Logger;
};

/**
 * A link over a broker of others, which lets stations in and keeps them to their topics. The session ends with the connection: one
 * that was kept would go on taking its share of the messages while this server is away. What is lost by that, stations say again.
 */
export function externalLink(options: ExternalLinkOptions): Link {
  const { url, server, group, patienceMs = PATIENCE_MS, startsWithout = false, now, log } = options;
  const inbox = openInbox({ now, log });
  let client: MqttClient | null = null;
  let answers = () => false;

  function open(): MqttClient {
    const opened = connect(url, {
      clientId: `groundcrew-${server}`,
      protocolVersion: 4,
      clean: true,
      keepalive: KEEP_ALIVE_S,
      reconnectPeriod: RECONNECT_MS,
      // It may be that the broker is only about to learn who we are.
      reconnectOnConnackError: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
      queueQoSZero: false,
      manualConnect: true,
    });
    logOutages(opened, { now, log });
    return opened;
  }

  async function start(): Promise<void> {
    client = open();
    answers = askForAnswers(client, deliver(client, inbox));
    const ready = keepSubscribed(client, { group, patienceMs, startsWithout, log });
    client.connect();
    await ready;
  }

  /** A topic with a filter reaches its stations only if the broker has one; whether it does cannot be told. */
  async function publish(topic: string, payload: string): Promise<boolean> {
    if (!client?.connected) return false;
    try {
      await client.publishAsync(topic, payload, { qos: isCommand(topic) ? 0 : 1 });
      return true;
    } catch (error) {
      log.debug({ err: error, topic }, "a message for a station was not taken by the broker");
      return false;
    }
  }

  return {
    handle: inbox.handle,
    // The broker tells of a lost connection by the station's will.
    handleLost: inbox.handleLost,
    reader: inbox.reader,
    start,
    publish,
    // Whoever runs the broker ends connections there; a new password counts from the next connection on.
    disconnect: () => {},
    connected: () => answers(),
    async stop() {
      inbox.close();
      await client?.endAsync(true);
    },
  };
}

/**
 * Handles messages one at a time, and acknowledges each when done, so no more comes in than can be taken. Returns whether the next ones
 * are held back.
 */
function deliver(client: MqttClient, inbox: Inbox): () => boolean {
  let isHeldBack = false;
  client.handleMessage = ({ topic, payload }, done) => {
    const handling = inbox.deliver(topic, typeof payload === "string" ? Buffer.from(payload, "utf8") : payload);
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
 * Pings the broker, and returns whether it is connected and answers: a broker that hangs keeps its connections open. Its pings are
 * counted instead of timed, so that a pause of this process does not look like one of the broker. While messages are held back its
 * answers are not read, so they are not missed either.
 */
function askForAnswers(client: MqttClient, isHeldBack: () => boolean): () => boolean {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (!client.connected) return;
    client.sendPing();
    if (isHeldBack()) client.reschedulePing(true);
    else unanswered++;
  }, PING_EVERY_MS);
  client.on("packetreceive", () => void (unanswered = 0));
  client.once("end", () => clearInterval(timer));
  return () => client.connected && unanswered <= UNANSWERED_PINGS;
}

/** Logs that the broker is away, and why, at once and then every minute; and that it is back. */
function logOutages(client: MqttClient, { now, log }: Pick<ExternalLinkOptions, "now" | "log">): void {
  let reason: string | undefined;
  let loggedAt: number | null = null;
  client.on("error", (error) => void (reason = error.message || "it cannot be reached"));
  client.on("close", () => {
    if (loggedAt !== null && now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = now();
    log.warn({ reason }, "the MQTT broker is away; trying again every second");
  });
  client.on("connect", () => {
    if (loggedAt !== null) log.info("the MQTT broker is back");
    [loggedAt, reason] = [null, undefined];
  });
}

type Starting = { group: string; patienceMs: number; startsWithout: boolean; log: Logger };

/**
 * Subscribes on every connection. Done at the first time; when there is none in time, failed with a sentence, or done all the same if
 * it `startsWithout`.
 */
function keepSubscribed(client: MqttClient, { group, patienceMs, startsWithout, log }: Starting): Promise<void> {
  const shared = `$share/groundcrew-${createHash("sha256").update(group).digest("hex").slice(0, GROUP_LENGTH)}`;
  const filters = Object.keys(TOPICS)
    .filter(isFromStations)
    .map((topic) => (ANSWERS.has(topic) ? topicOfAll(topic) : `${shared}/${topicOfAll(topic)}`));
  return new Promise((resolve, reject) => {
    let last: Error | undefined;
    const remember = (error: Error) => void (last = error);
    const timer = setTimeout(() => {
      if (startsWithout) return resolve();
      void client.endAsync(true);
      const why = last === undefined ? "it does not answer" : last.message || "it cannot be reached";
      reject(new Error(`The MQTT broker of MQTT_URL cannot be used: ${why}.`, { cause: last }));
    }, patienceMs);
    client.on("error", remember);
    client.on("connect", () => {
      client.subscribe(filters, { qos: 1 }, (error) => {
        if (error) {
          log.warn({ err: error }, "the MQTT broker refuses a subscription");
          remember(error);
          // Connected without a subscription it would hear nothing, so it comes back until it has one.
          return client.stream.destroy();
        }
        clearTimeout(timer);
        client.removeListener("error", remember);
        return resolve();
      });
    });
  });
}

/** A broker keeps nothing of this for a station that is away: what moves hardware must not wait for it unseen. */
function isCommand(topic: string): boolean {
  return readTopic(topic)?.topic === "cmd";
}

function isFromStations(topic: string): topic is Topic {
  return Object.entries(TOPICS).some(([name, from]) => name === topic && from === "station");
}
