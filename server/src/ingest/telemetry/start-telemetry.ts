import { SECOND_MS } from "@groundcrew/shared/lib";
import { LINK_SILENCE_MS } from "@groundcrew/shared/link";
import type { Logger } from "pino";
import { NEVER_PAUSED, type Pauses } from "../../platform/clock/index.ts";
import type { Db } from "../../platform/db/index.ts";
import { repeat } from "../../platform/lib/index.ts";
import type { Link } from "../../platform/link/index.ts";
import type { WrittenState } from "../../stations/index.ts";
import { answerBirths } from "./answer-births.ts";
import { receiveTelemetry } from "../receive.ts";
import { createWriter, type Writer } from "./writer.ts";

export type TelemetryOptions = {
  db: Db;
  link: Link;
  /** Called with states once they are written. At most one more batch is written until it is done. */
  show: (changes: readonly WrittenState[]) => void | Promise<void>;
  /** The linked stations whose last message was before a time (ms), as the board knows, which has them in memory. */
  silentSince: (since: number) => Promise<readonly string[]>;
  /** Name of this server, the same that its board's catch-up uses. */
  server: string;
  now: () => number;
  /** The pauses of this process. */
  pauses?: Pauses;
  /** True when the broker is the server's own: connections from before this start are gone. */
  isOwnBroker: boolean;
  /** How many messages are stored together, if not the usual number. */
  batchCount?: number;
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
  const { db, link, now, pauses = NEVER_PAUSED(now), log } = options;
  const writer = createWriter({
    ...options,
    reader: link.reader,
    onWritten: options.show,
    onSuperseded: (station, epoch) => link.supersede(station, epoch),
    answer: (births) => answerBirths(births, { db, link, now, log }),
  });
  receiveTelemetry({ link, writer, pauses });
  const linksStartedAt = options.isOwnBroker ? now() : null;
  const silence = watchSilence({ ...options, writer, pauses, linksStartedAt });

  return {
    async settle() {
      await silence.check();
      await writer.flush();
    },
    async stop() {
      await silence.stop();
      await writer.stop();
    },
  };
}

const EVERY_MS = 5 * SECOND_MS;
/** How long stations have to connect again after the start of their broker: until then they count as before. They wait up to a minute. */
export const RECONNECTION_MS = 90 * SECOND_MS;

type SilenceOptions = Pick<TelemetryOptions, "silentSince" | "now" | "log"> & {
  writer: Writer;
  pauses: Pick<Pauses, "receivingUntil">;
  /**
   * When all connections started over, in ms: stations without a message since, which had time to connect again, are gone. Null when
   * connections outlive the server.
   */
  linksStartedAt: number | null;
};

/** Detects stations that have become silent, and records it in the history and for every server. */
function watchSilence({ silentSince, writer, now, pauses, linksStartedAt, log }: SilenceOptions) {
  async function check(): Promise<void> {
    const at = now();
    const hadTime = linksStartedAt !== null && at >= linksStartedAt + RECONNECTION_MS;
    const since = Math.max(pauses.receivingUntil() - LINK_SILENCE_MS, hadTime ? linksStartedAt : 0);
    for (const station of await silentSince(since)) {
      await writer.push(station, { change: { kind: "silent", at, since } });
    }
  }

  const watching = repeat(check, { everyMs: EVERY_MS, log, failure: "could not check for silent stations" });
  return { check, stop: () => watching.stop() };
}
