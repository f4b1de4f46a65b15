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
/** When this machine's clock leaps by more against the steady one, the database is asked at once. */
const LEAP_MS = 500;

type ClockOptions = {
  db: SharedDb;
  /** The clock of this machine, in ms since 1970, which may be set. */
  wall: () => number;
  /** A clock that is never set, in ms. */
  steady?: () => number;
  log: Logger;
};

export type DatabaseClock = {
  /** The time by the database's clock, in ms since 1970: the same at every server. */
  now: () => number;
  stop: () => Promise<void>;
};

/**
 * The clock that all servers share. Times are compared in the database and between servers, whose clocks may differ, so each server
 * measures the offset of its steady clock from the database's clock at the start and regularly, and corrects for it. So a leap of this
 * machine's clock changes nothing; it is a reason to measure at once, since the steady clock may have been stopped with the machine.
 */
export async function startDatabaseClock({
  db,
  wall,
  steady = () => performance.now(),
  log,
}: ClockOptions): Promise<DatabaseClock> {
  let offsetMs = 0;
  let loggedMs = 0;
  let wallAheadMs = wall() - steady();

  async function measure(): Promise<void> {
    const samples: Sample[] = [];
    for (let count = 0; count < SAMPLES; count++) samples.push(await sample(db, steady));
    const best = samples.reduce((one, other) => (other.uncertainMs < one.uncertainMs ? other : one));
    // A change within the uncertainty of the round trip is ignored.
    if (Math.abs(best.offsetMs - offsetMs) <= best.uncertainMs) return;
    offsetMs = best.offsetMs;
    const wallOffsetMs = Math.round(steady() + offsetMs - wall());
    if (Math.abs(wallOffsetMs - loggedMs) < LOGGED_CHANGE_MS) return;
    loggedMs = wallOffsetMs;
    log.warn({ offsetMs: wallOffsetMs }, "this machine's clock differs from the database's, whose time is used");
  }

  await retryWhileUnavailable(measure);
  const failure = "the database's clock could not be read";
  const measuring = repeat(measure, { everyMs: EVERY_MS, failure, log });

  return {
    now() {
      const steadyMs = steady();
      const aheadMs = wall() - steadyMs;
      if (Math.abs(aheadMs - wallAheadMs) > LEAP_MS) {
        wallAheadMs = aheadMs;
        measuring.runNow();
      }
      return Math.floor(steadyMs + offsetMs);
    },
    stop: () => measuring.stop(),
  };
}

type Sample = { offsetMs: number; uncertainMs: number };

async function sample(db: SharedDb, steady: () => number): Promise<Sample> {
  const sentAt = steady();
  const at = await selectTimeMs(db);
  const answered = steady();
  const uncertainMs = Math.ceil((answered - sentAt) / 2) + 1;
  return { offsetMs: at - (sentAt + answered) / 2, uncertainMs };
}
