import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { retryWhileUnavailable, type SharedDb } from "../db/index.ts";
import { repeat } from "../lib/index.ts";
import { selectTimeMs } from "./queries.ts";

const EVERY_MS = MINUTE_MS / 2;
/** The fastest of several answers is the most exact measurement. */
const SAMPLES = 3;
/** A larger offset of this machine's clock is logged. */
const LOGGED_CHANGE_MS = 1_000;

type ClockOptions = {
  db: SharedDb;
  /** The clock of this machine, in ms since 1970. */
  wall: () => number;
  log: Logger;
};

export type DatabaseClock = {
  /** The time by the database's clock, in ms since 1970: the same at every server. */
  now: () => number;
  stop: () => Promise<void>;
};

/**
 * The clock that all servers share. Times are compared in the database and between servers, whose clocks may differ, so each server
 * measures its offset from the database's clock at the start and regularly, and corrects for it.
 */
export async function startDatabaseClock({ db, wall, log }: ClockOptions): Promise<DatabaseClock> {
  let offsetMs = 0;

  async function measure(): Promise<void> {
    const samples: Sample[] = [];
    for (let count = 0; count < SAMPLES; count++) samples.push(await sample(db, wall));
    const best = samples.reduce((one, other) => (other.uncertainMs < one.uncertainMs ? other : one));
    const change = Math.abs(best.offsetMs - offsetMs);
    // A change within the uncertainty of the round trip is ignored.
    if (change <= best.uncertainMs) return;
    offsetMs = best.offsetMs;
    if (change >= LOGGED_CHANGE_MS) {
      log.warn({ offsetMs }, "this machine's clock differs from the database's, whose time is used");
    }
  }

  await retryWhileUnavailable(measure);
  const failure = "the database's clock could not be read";
  const measuring = repeat(measure, { everyMs: EVERY_MS, failure, log });
  return { now: () => wall() + offsetMs, stop: () => measuring.stop() };
}

type Sample = { offsetMs: number; uncertainMs: number };

async function sample(db: SharedDb, wall: () => number): Promise<Sample> {
  const sentAt = wall();
  const at = await selectTimeMs(db);
  const answered = wall();
  const uncertainMs = Math.ceil(Math.abs(answered - sentAt) / 2) + 1;
  return { offsetMs: Math.round(at - (sentAt + answered) / 2), uncertainMs };
}
