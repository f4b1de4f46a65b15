import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { Bus } from "../../platform/bus/index.ts";
import type { Part } from "../../platform/lib/index.ts";
import { version } from "../../platform/version.ts";
import type { Board } from "../board/board.ts";
import { followServers } from "./follow-servers.ts";
import { invalidMessages, messages } from "./metrics.ts";
import type { RowLine } from "./row-lines.ts";
import { readRowMessage } from "./row-messages.ts";
import { rowSender } from "./send-rows.ts";

/** Increased when messages change within a version of the program. */
const FORMAT = 2;
const ALIVE_EVERY_MS = SECOND_MS;

export type SharedRows = Part & {
  /** Sends states that this server has written. */
  written: (lines: readonly RowLine[]) => void;
  /** Sends that the states of stations were changed otherwise. */
  refresh: (stations: readonly string[]) => void;
  /** How many other servers there are. */
  others: () => number;
  /** Whether the changes of all other servers arrive at the moment. */
  areComplete: () => boolean;
  /** Records the servers that have written states according to the database. */
  noteWriters: (writers: Iterable<string>) => void;
  /** Begins, once the board is filled. */
  start: (handlers: Handlers) => void;
};

type Handlers = {
  /** Takes states that another server has written. */
  take: (lines: readonly RowLine[]) => void;
  /** Reads the newer states of some stations from the database. */
  readStates: (stations: readonly string[]) => void;
  /** Reads all states that have changed since the last time. */
  readChanged: () => void;
};

/** A server that has nobody to exchange states with. */
export const NOT_SHARED: SharedRows = {
  written: () => {},
  refresh: () => {},
  others: () => 0,
  areComplete: () => false,
  noteWriters: () => {},
  start: () => {},
  stop: async () => {},
};

type ShareOptions = {
  bus: Bus;
  board: Board;
  /** Name of this server. */
  server: string;
  log: Logger;
};

/**
 * Exchanges states of stations with the other servers of the database over NATS. The database remains the truth: a state is only put on the
 * board if it is newer, organizations are those of the board, and whenever a message is missing, what has changed is read.
 */
export function shareRows({ bus, board, server, log }: ShareOptions): SharedRows {
  const format = `${FORMAT} ${version()}`;
  const servers = followServers(() => performance.now());
  const orgOf = (station: string) => board.organizationOf(station);
  const sender = rowSender({ bus, format, server, orgOf, isReceived: () => servers.count() > 0 });
  let alive: NodeJS.Timeout | undefined;

  function receive(payload: Uint8Array, { take, readStates, readChanged }: Handlers): void {
    const read = readRowMessage(payload, format);
    // While servers of two versions run, they read from the database what the other version writes.
    if (read === "other_format") return;
    if (read === "invalid") {
      invalidMessages.inc();
      return readChanged();
    }
    const { message, lines } = read;
    messages.inc({ direction: "received" });
    if (!servers.note(message)) readChanged();
    if (message.kind === "refresh") readStates(message.stations);
    take(lines);
  }

  return {
    written: sender.written,
    refresh: sender.refresh,
    others: servers.count,
    areComplete: () => bus.isConnected() && servers.areReceived(),
    noteWriters: servers.noteWriters,
    start(handlers) {
      for (const subject of ["rows.>", "servers"]) bus.subscribe(subject, (payload) => receive(payload, handlers));
      bus.onConnected(() => {
        log.info("changes of stations are exchanged with other servers over NATS");
        sender.alive();
        handlers.readChanged();
      });
      alive = setInterval(sender.alive, ALIVE_EVERY_MS);
    },
    async stop() {
      clearInterval(alive);
      sender.stopped();
    },
  };
}
