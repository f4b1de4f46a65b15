import { setTimeout as sleep } from "node:timers/promises";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { Client } from "pg";
import { connectionOptions } from "./pool.ts";

type Part = { stop: () => Promise<void> };

type LeaderOptions = {
  url: string;
  log: Pick<Logger, "warn">;
  /** How often to try to become the leader, and the leader to check that it still is. */
  everyMs?: number;
};

const EVERY_MS = 5 * SECOND_MS;
const QUERY_TIMEOUT_MS = 10 * SECOND_MS;
/** The database ends the session of a leader that was suspended, so that another server can take over. */
const LIMIT_IDLE = "set idle_session_timeout to '30s'";
const TRY_LOCK = "select pg_try_advisory_lock(hashtextextended('background work', 0)) as leads";
const STILL_LEADS = "select true as leads";

/**
 * Runs a part on one of the servers of a database: on the one whose session has the lock, until it stops or loses its connection. Another
 * one then takes over within `everyMs`. For a moment after a lost connection two may run, so the work must tolerate that.
 */
export function runOnOneServer(begin: () => Part, { url, log, everyMs = EVERY_MS }: LeaderOptions): Part {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = () => sleep(everyMs, undefined, { signal }).catch(() => {});

  async function compete(): Promise<void> {
    const client = new Client({ ...connectionOptions(url), query_timeout: QUERY_TIMEOUT_MS });
    // The next query fails too, and ends the competition.
    client.on("error", () => {});
    let part: Part | null = null;
    try {
      await client.connect();
      await client.query(LIMIT_IDLE);
      while (!signal.aborted) {
        const { rows } = await client.query<{ leads: boolean }>(part ? STILL_LEADS : TRY_LOCK);
        if (rows[0]?.leads === true) part ??= begin();
        await pause();
      }
    } finally {
      await part?.stop();
      await client.end();
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await compete().catch((error: unknown) => log.warn({ err: error }, "the lock for background work was lost"));
      await pause();
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
