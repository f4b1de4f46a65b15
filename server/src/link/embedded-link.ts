import { createServer, type Server, type Socket } from "node:net";
import { MESSAGE_LIMITS, mayPublish, maySubscribe, type RejectedConnection } from "@groundcrew/shared/link";
import { Aedes, type AedesOptions, type Client, type PublishPacket } from "aedes";
import type { Logger } from "pino";
import { admitStations, rejectedConnectionLog } from "./admit.ts";
import { trackConnections, cutLog } from "./connections.ts";
import { guardFrames, type GuardedSocket } from "./guard-frames.ts";
import { openInbox, type Inbox } from "./inbox.ts";
import type { Authenticate, Link, RejectionReason } from "./link.ts";
import { rejections } from "./metrics.ts";

/**
 * Frames up to this length are read, so that a message that is too large is rejected without ending the connection; a longer frame ends
 * it. The first frame is the CONNECT packet of a few hundred bytes, and the client is not authenticated yet.
 */
const FRAME_BYTES = { first: 8 * 1024, every: 2 * MESSAGE_LIMITS.bytes } as const;
const CONNECT_TIMEOUT_MS = 10_000;
const DRAIN_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 60_000;
const CONCURRENCY = 10_000;
/** Anyone can open a connection, and each takes memory and a file descriptor. */
const MAX_UNAUTHENTICATED = 10_000;

export type EmbeddedLinkOptions = {
  host: string;
  /** 0 takes any free port. */
  port: number;
  authenticate: Authenticate;
  /** How many connections may be unauthenticated at once; further ones are closed, and the stations try again later. */
  maxUnauthenticated?: number;
  now: () => number;
  log: Logger;
};

/** A link whose broker runs in this process, with MQTT 3.1.1. */
export type EmbeddedLink = Link & {
  /** The port it listens on. Throws before `start`. */
  port(): number;
  /** Stations that were rejected, latest attempt first. */
  rejectedConnections(): RejectedConnection[];
};

export function embeddedLink(options: EmbeddedLinkOptions): EmbeddedLink {
  const { host, port, authenticate, maxUnauthenticated = MAX_UNAUTHENTICATED, now, log } = options;
  const inbox = openInbox({ now, log });
  const rejected = rejectedConnectionLog();
  const cuts = cutLog();
  const note = (station: string, reason: RejectionReason | "accepted") => rejected.note(station, reason, now());
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
      // Stations retry endlessly, and anyone can use a station's name, so only the first attempt is logged.
      onRejected: (station, reason) => {
        if (note(station, reason) === 1) log.info({ station, reason }, "a station's connection was rejected");
      },
      onFailure: (station, error) => log.warn({ err: error, station }, "a station could not be authenticated"),
    }),
    ...permissions,
    ...deliverTo(inbox, guards),
  });
  broker.on("clientError", ({ id }, error) => log.debug({ err: error, station: id }, "a station's connection failed"));
  const { send, end } = trackConnections(broker, cuts, inbox.lost);
  const { server, cut } = listener(broker, guards, maxUnauthenticated);

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
    rejectedConnections: rejected.list,
  };
}

/** What an authenticated station may do. A publication that is not allowed ends the connection, as MQTT 3.1.1 requires. */
const permissions: Pick<AedesOptions, "authorizePublish" | "authorizeSubscribe"> = {
  authorizePublish(client, packet, done) {
    const reason = publishRejection(client, packet);
    if (reason === null) return done(null);
    rejections.inc({ reason });
    return done(new Error(reason));
  },
  authorizeSubscribe(client, subscription, done) {
    if (maySubscribe(client.id, subscription.topic)) return done(null, subscription);
    rejections.inc({ reason: "foreign_subscription" });
    return done(null, null);
  },
};

function publishRejection(client: Client | null, { topic, retain, qos }: PublishPacket): string | null {
  if (client === null || !mayPublish(client.id, topic)) return "foreign_topic";
  if (retain) return "retained";
  return qos > 1 ? "qos_2" : null;
}

/** Reads no more from a station while its messages are being handled, so the backlog is bounded. */
function deliverTo(inbox: Inbox, guards: WeakMap<Client, GuardedSocket>): Pick<AedesOptions, "published"> {
  return {
    published({ topic, payload }, client, done) {
      done();
      // Without a client, the broker itself published it.
      if (client === null) return;
      const handling = inbox.deliver(topic, typeof payload === "string" ? Buffer.from(payload, "utf8") : payload);
      if (!handling) return;
      const until = handling instanceof Promise ? handling : handling.pauseStation;
      void until.finally(guards.get(client)?.hold());
    },
  };
}

/** The TCP server whose connections the broker handles; `cut` destroys those that are left. */
function listener(
  broker: Aedes,
  guards: WeakMap<Client, GuardedSocket>,
  maxUnauthenticated: number,
): { server: Server; cut: () => void } {
  const sockets = new Set<Socket>();
  const unauthenticated = new Set<Client>();
  broker.on("client", (client) => void unauthenticated.delete(client));
  const server = createServer((socket) => {
    if (unauthenticated.size >= maxUnauthenticated) {
      rejections.inc({ reason: "crowded" });
      socket.destroy();
      return;
    }
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    const guarded = guardFrames(socket, FRAME_BYTES, () => rejections.inc({ reason: "frame_too_long" }));
    const client = broker.handle(guarded.stream);
    guards.set(client, guarded);
    unauthenticated.add(client);
    sockets.add(socket);
    socket.on("close", () => {
      unauthenticated.delete(client);
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
