import type { Logger } from "pino";
import { NEVER_PAUSED, type Pauses } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import type { Link } from "../link/index.ts";
import type { Board } from "../stations/index.ts";
import { answerBirths } from "./answer-births.ts";
import { receiveTelemetry } from "./receive.ts";
import { watchSilence } from "./watch-silence.ts";
import { createWriter } from "./writer.ts";

export type TelemetryOptions = {
  db: Db;
  link: Link;
  board: Pick<Board, "putState">;
  /** Name of this server, the same that its board's catch-up uses. */
  server: string;
  now: () => number;
  /** The pauses of this process. */
  pauses?: Pauses;
  /** True when the broker is the server's own: connections from before this start are gone. */
  linksStartOver: boolean;
  log: Logger;
};

export type Telemetry = {
  /** Writes everything received so far, and checks for silent stations. */
  settle(): Promise<void>;
  /** Stops, after the link is stopped, once everything received is written. */
  stop(): Promise<void>;
};

/** Processes births, deaths and snapshots of stations, from the link to the database and the board. */
export function startTelemetry(options: TelemetryOptions): Telemetry {
  const { db, link, board, server, now, pauses = NEVER_PAUSED(now), linksStartOver, log } = options;
  const writer = createWriter({
    db,
    server,
    log,
    onWritten: (changes) => changes.forEach((change) => board.putState(change)),
    answer: (births) => answerBirths(births, { db, link, now, log }),
  });
  receiveTelemetry({ link, writer, pauses });
  const silence = watchSilence({ db, writer, now, pauses, linksBegan: linksStartOver ? now() : null, log });

  return {
    async settle() {
      await silence.look();
      await writer.flush();
    },
    async stop() {
      await silence.stop();
      await writer.stop();
    },
  };
}
