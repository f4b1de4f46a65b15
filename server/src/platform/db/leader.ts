import { setTimeout as sleep } from "node:timers/promises";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { Client } from "pg";
import { Gauge } from "prom-client";
import type { Part } from "../lib/index.ts";
import { connectionOptions, endConnection, untilStopped } from "./pool.ts";

type LeaderOptions = {
  url: string;
  log: { warn: (details: { err: unknown }, message: string) => void };
  /** How often to try to become the leader, and the leader to check that it still is. */
  everyMs?: number;
  /** How long to wait before the first attempt. */
  afterMs?: number;
};

const EVERY_MS = 5 * SECOND_MS;
const QUERY_TIMEOUT_MS = 10 * SECOND_MS;
/** The database ends the session of a leader that was suspended, so that another server can take over. */
const LIMIT_IDLE = "set idle_session_timeout to '30s'";
/** Both fail on a standby, whose locks no other server sees. */
const TRY_LOCK = "select pg_try_advisory_lock(hashtextextended('background work', 0)) as leads, pg_current_wal_lsn()";
const CHECK_CONNECTION = "select true as leads, pg_current_wal_lsn()";

const leads = new Gauge({
  name: "groundcrew_regular_work_leader",
  help: "1 on the server that does the regular work for all servers of a database, 0 on the others.",
});

/**
 * Runs a part on one of the servers of a database: on the one whose session has the lock, until it stops or loses its connection. Another
 * one then takes over within `everyMs`. For a moment after a lost connection two may run, so the work must tolerate that.
 */
export function runOnOneServer(begin: () => Part, { url, log, everyMs = EVERY_MS, afterMs = 0 }: LeaderOptions): Part {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms = everyMs) => sleep(ms, undefined, { signal }).catch(() => {});
  let isReported = false;

  /** An outage is logged once, not at every attempt. */
  function report(error: unknown, sentence: string): void {
    if (!isReported) log.warn({ err: error }, sentence);
    isReported = true;
  }

  async function checkLeadership(): Promise<void> {
    const client = new Client({ ...connectionOptions(url), query_timeout: QUERY_TIMEOUT_MS });
    // The next query fails too, and ends the competition.
    client.on("error", () => {});
    let part: Part | null = null;
    try {
      await untilStopped(client, signal, client.connect());
      await untilStopped(client, signal, client.query(LIMIT_IDLE));
      while (!signal.aborted) {
        const query = client.query<{ leads: boolean }>(part ? CHECK_CONNECTION : TRY_LOCK);
        const { rows } = await untilStopped(client, signal, query);
        isReported = false;
        if (rows[0]?.leads === true && !signal.aborted) part ??= begin();
        leads.set(part ? 1 : 0);
        await pause();
      }
    } catch (error) {
      report(error, part ? "the lock for background work was lost" : "background work cannot be coordinated");
    } finally {
      leads.set(0);
      await stopBoth(part, client);
    }
  }

  async function run(): Promise<void> {
    await pause(afterMs);
    while (!signal.aborted) {
      await checkLeadership().catch((error: unknown) =>
        log.warn({ err: error }, "background work could not be stopped"),
      );
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

/** Keeps the lock until the part has stopped, so that no other server begins before that. */
async function stopBoth(part: Part | null, client: Client): Promise<void> {
  try {
    await part?.stop();
  } finally {
    await endConnection(client);
  }
}
