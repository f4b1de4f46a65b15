import { createServer, type Server, type Socket } from "node:net";
import type { ConnectionFault, RejectedConnection } from "@groundcrew/shared/link";
import type { Logger } from "pino";
import { admitStations, countReplacements, rejectedConnectionLog } from "./admit.ts";
import type { EndReason } from "./broker/connection.ts";
import { Session, type SessionOptions } from "./broker/session.ts";
import { trackConnections } from "./connections.ts";
import { HEAD_START, headStart, type HeadStartLimits } from "./head-start.ts";
import { openInbox } from "./inbox.ts";
import type { Authenticate, Link, RejectionReason } from "./link.ts";
import { disconnections, rejections, watchLink } from "./metrics.ts";

const TCP_KEEP_ALIVE_MS = 60_000;
/** Anyone can open a connection, and each takes memory and a file descriptor. */
const MAX_UNAUTHENTICATED = 10_000;

/** Reasons that count as rejections; the others are normal ends of a connection, or are counted where they are found. */
const COUNTED: ReadonlySet<EndReason> = new Set(["frame_too_long", "unanswered_bytes", "no_answer"]);

export type EmbeddedLinkOptions = {
  host: string;
  /** 0 takes any free port. */
  port: number;
  authenticate: Authenticate;
  /** How many connections may be unauthenticated at once; further ones are closed, and the stations try again later. */
  maxUnauthenticated?: number;
  headStart?: HeadStartLimits;
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
  const { maxUnauthenticated = MAX_UNAUTHENTICATED, now, log } = options;
  const consolesFirst = headStart(options.headStart ?? HEAD_START);
  const inbox = openInbox({ now, log });
  const rejected = rejectedConnectionLog();
  const connections = trackConnections(inbox.lost);
  const faults = faultLog(rejected.note, options);
  const admit = admitWith(options, (station, reason) => rejected.note(station, reason, now()));
  const unauthenticated = new Set<Session>();
  const { server, closeAll } = listener({
    canAccept: () => unauthenticated.size < maxUnauthenticated,
    onSession: (session) => void unauthenticated.add(session),
    async admit(connect, session) {
      connections.begin(session, connect.clientId);
      await consolesFirst.turn();
      return admit(connect, () => connections.isCut(session));
    },
    onOpen(session, station) {
      unauthenticated.delete(session);
      connections.add(session, station);
    },
    onEnd(session, reason) {
      unauthenticated.delete(session);
      connections.remove(session);
      if (session.name !== null) disconnections.inc({ reason: reason ?? "closed" });
      if (reason !== null) faults.ended(session.name, reason);
    },
    onFault: faults.note,
    onFailure: (error) => log.error({ err: error }, "a station's connection could not be admitted"),
    deliver: inbox.deliver,
  });
  const counts = () => ({ authenticated: connections.count(), pending: unauthenticated.size });
  let unwatch = () => {};

  return {
    handle: inbox.handle,
    handleLost: inbox.handleLost,
    reader: inbox.reader,
    async start() {
      await listenOn(server, options);
      consolesFirst.begin();
      unwatch = watchLink({ isUp: () => server.listening, connections: counts });
    },
    publish: connections.send,
    disconnect: connections.cutOff,
    supersede: connections.supersede,
    connected: () => server.listening,
    async stop() {
      inbox.close();
      consolesFirst.end();
      unwatch();
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      closeAll();
      await closed;
    },
    port: () => boundPort(server),
    rejectedConnections: rejected.list,
  };
}

/** Lists the violations of the protocol by connected stations. */
function faultLog(recordRejected: Note, { now, log }: Pick<EmbeddedLinkOptions, "now" | "log">) {
  const replacements = countReplacements();

  function note(station: string, reason: ConnectionFault): void {
    if (recordRejected(station, reason, now()) === 1)
      log.info({ station, reason }, "a station broke a rule of the link");
  }

  return {
    note,
    /** Notes why a connection was ended. */
    ended(station: string | null, reason: EndReason): void {
      if (COUNTED.has(reason)) rejections.inc({ reason });
      log.debug({ station, reason }, "a station's connection was ended");
      if (station === null) return;
      if (reason === "frame_too_long") note(station, "too_large");
      if (reason === "malformed") note(station, "malformed");
      if (reason === "replaced" && replacements.isOften(station, now())) note(station, "replaced");
    },
  };
}

type Note = (station: string, reason: RejectionReason | "accepted", at: number) => number;

function admitWith(
  { authenticate, log }: Pick<EmbeddedLinkOptions, "authenticate" | "log">,
  note: (station: string, reason: RejectionReason | "accepted") => number,
) {
  return admitStations({
    authenticate,
    onVerdict: (station, verdict) => void note(station, verdict),
    // Stations retry endlessly, and anyone can use a station's name, so only the first attempt is logged.
    onRejected: (station, reason) => {
      if (note(station, reason) === 1) log.info({ station, reason }, "a station's connection was rejected");
    },
    onFailure: (station, error) => log.warn({ err: error, station }, "a station could not be authenticated"),
  });
}

type ListenerOptions = SessionOptions & {
  /** Whether another client that is not authenticated is accepted. */
  canAccept: () => boolean;
  onSession: (session: Session) => void;
};

/** The TCP server of the broker; `closeAll` ends every connection at once. */
function listener({ canAccept, onSession, ...options }: ListenerOptions): { server: Server; closeAll: () => void } {
  const sockets = new Set<Socket>();
  const onConnection = (socket: Socket) => {
    if (!canAccept()) {
      rejections.inc({ reason: "crowded" });
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    onSession(new Session(socket, options));
  };
  const server = createServer(
    { noDelay: true, keepAlive: true, keepAliveInitialDelay: TCP_KEEP_ALIVE_MS },
    onConnection,
  );
  return { server, closeAll: () => sockets.forEach((socket) => socket.destroy()) };
}

type Address = Pick<EmbeddedLinkOptions, "host" | "port">;

/** Rejects with a message for the operator when it cannot. */
async function listenOn(server: Server, { host, port }: Address): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => {
      reject(new Error(`The station link cannot listen on ${host}:${port}: ${error.message}.`, { cause: error }));
    });
    server.listen({ host, port }, resolve);
  });
}

function boundPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The station link has not been started.");
  return address.port;
}
