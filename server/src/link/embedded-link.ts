import { createServer, type Server, type Socket } from "node:net";
import { MESSAGE_LIMITS, mayPublish, maySubscribe, type RejectedConnection } from "@groundcrew/shared/link";
import { Aedes, type AedesOptions, type Client, type PublishPacket } from "aedes";
import type { Logger } from "pino";
import { admitStations } from "./admit.ts";
import { trackConnections } from "./connections.ts";
import { cutLog } from "./cut-log.ts";
import { guardFrames, type GuardedSocket } from "./guard-frames.ts";
import { openInbox, type Inbox } from "./inbox.ts";
import type { Authenticate, Link, Refusal } from "./link.ts";
import { refusals } from "./metrics.ts";
import { rejectedConnectionLog } from "./rejected-connections.ts";

/**
 * A frame this long is still read, so that it costs its message and not the connection; a longer one is not. The first is a few
 * hundred bytes of who wants to be let in, and until that is known nobody is listened to for long.
 */
const FRAME_BYTES = { first: 8 * 1024, every: 2 * MESSAGE_LIMITS.bytes } as const;
const CONNECT_TIMEOUT_MS = 10_000;
const DRAIN_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 60_000;
const CONCURRENCY = 10_000;
/** Each that is not let in yet costs some memory and a file, and anybody can open one. */
const MOST_WAITING = 10_000;

export type EmbeddedLinkOptions = {
  host: string;
  /** 0 takes any free port. */
  port: number;
  authenticate: Authenticate;
  /** How many connections may wait at once to be let in; one more is ended, and its station tries again later. */
  mostWaiting?: number;
  now: () => number;
  log: Logger;
};

/** A link whose broker runs in this process. Speaks MQTT 3.1.1. */
export type EmbeddedLink = Link & {
  /** The port it listens on, once started. */
  port(): number;
  /** Stations that were not let in, latest try first. */
  refused(): RejectedConnection[];
};

export function embeddedLink(options: EmbeddedLinkOptions): EmbeddedLink {
  const { host, port, authenticate, mostWaiting = MOST_WAITING, now, log } = options;
  const inbox = openInbox({ now, log });
  const refused = rejectedConnectionLog();
  const cuts = cutLog();
  const note = (station: string, reason: Refusal | "accepted") => refused.note(station, reason, now());
  const guards = new WeakMap<Client, GuardedSocket>();
  const broker = new Aedes({
    concurrency: CONCURRENCY,
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    maxClientsIdLength: 64,
    ...admitStations({
      authenticate,
      cuts,
      onVerdict: (station, verdict) => void note(station, verdict),
      // It tries again and again, and anybody may in its name: once is enough for the log.
      onRefusal: (station, reason) => {
        if (note(station, reason) === 1) log.info({ station, reason }, "a station was not let in");
      },
      onFailure: (station, error) => log.warn({ err: error, station }, "a station could not be authenticated"),
    }),
    ...rights,
    ...deliverTo(inbox, guards),
  });
  broker.on("clientError", ({ id }, error) => log.debug({ err: error, station: id }, "a station's connection failed"));
  const { send, end } = trackConnections(broker, cuts, inbox.lost);
  const { server, cut } = listener(broker, guards, mostWaiting);

  return {
    handle: inbox.handle,
    handleLost: inbox.handleLost,
    reader: inbox.reader,
    async start() {
      await broker.listen();
      await listenOn(server, host, port);
    },
    publish: send,
    disconnect: end,
    connected: () => server.listening,
    async stop() {
      inbox.close();
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      await new Promise<void>((resolve) => {
        broker.close(resolve);
      });
      cut();
      await closed;
    },
    port: () => boundPort(server),
    refused: refused.list,
  };
}

/** What a station may do once it is let in. A publication it may not make ends the connection, as MQTT has it. */
const rights: Pick<AedesOptions, "authorizePublish" | "authorizeSubscribe"> = {
  authorizePublish(client, packet, done) {
    const reason = whyNotPublish(client, packet);
    if (reason === null) return done(null);
    refusals.inc({ reason });
    return done(new Error(reason));
  },
  authorizeSubscribe(client, subscription, done) {
    if (maySubscribe(client.id, subscription.topic)) return done(null, subscription);
    refusals.inc({ reason: "foreign_subscription" });
    return done(null, null);
  },
};

function whyNotPublish(client: Client | null, { topic, retain, qos }: PublishPacket): string | null {
  if (client === null || !mayPublish(client.id, topic)) return "foreign_topic";
  if (retain) return "retained";
  return qos > 1 ? "qos_2" : null;
}

/** Reads no more from a station while messages of it are being handled, which bounds what can pile up. */
function deliverTo(inbox: Inbox, guards: WeakMap<Client, GuardedSocket>): Pick<AedesOptions, "published"> {
  return {
    published({ topic, payload }, client, done) {
      done();
      // Without a client it is the broker talking to itself.
      if (client === null) return;
      const handling = inbox.deliver(topic, typeof payload === "string" ? Buffer.from(payload, "utf8") : payload);
      if (!handling) return;
      const until = handling instanceof Promise ? handling : handling.pauseStation;
      void until.finally(guards.get(client)?.hold());
    },
  };
}

/** The server whose connections the broker reads, and a way to cut all that are left. */
function listener(
  broker: Aedes,
  guards: WeakMap<Client, GuardedSocket>,
  mostWaiting: number,
): { server: Server; cut: () => void } {
  const sockets = new Set<Socket>();
  const waiting = new Set<Client>();
  broker.on("client", (client) => void waiting.delete(client));
  const server = createServer((socket) => {
    if (waiting.size >= mostWaiting) {
      refusals.inc({ reason: "crowded" });
      socket.destroy();
      return;
    }
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    const guarded = guardFrames(socket, FRAME_BYTES, () => refusals.inc({ reason: "frame_too_long" }));
    const client = broker.handle(guarded.stream);
    guards.set(client, guarded);
    waiting.add(client);
    sockets.add(socket);
    socket.on("close", () => {
      waiting.delete(client);
      sockets.delete(socket);
    });
  });
  return { server, cut: () => sockets.forEach((socket) => socket.destroy()) };
}

async function listenOn(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => {
      reject(new Error(`The station link cannot listen on ${host}:${port}: ${error.message}.`, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}

function boundPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The station link has not been started.");
  return address.port;
}
