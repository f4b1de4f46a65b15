import { randomUUID } from "node:crypto";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { STREAM_HEARTBEAT } from "@groundcrew/shared/streams";
import type { Logger } from "pino";
import { insertAudit } from "../audit/index.ts";
import { inTransaction, type Db } from "../platform/db/index.ts";
import { allOf, repeat } from "../platform/lib/index.ts";
import type { Commands } from "../platform/link/index.ts";
import { overdueEnds, watchOpenStreams } from "./metrics.ts";
import { closeAt } from "./open-stream.ts";
import { endOverdue, endStreamsOfStations, type EndedStream } from "./queries.ts";

/** How long a stream lives without a heartbeat. */
const SILENCE_MS = STREAM_HEARTBEAT.interval_ms * STREAM_HEARTBEAT.missed_max;
/** How long a station that is taken out of service has to close its streams before it is disconnected. */
const CLOSE_MS = SECOND_MS;

export type WatchOptions = {
  db: Db;
  commands: Pick<Commands, "send">;
  /** The organization whose users see every station. */
  provider: string;
  now: () => number;
};

/** Checks every second for streams that must end. Any number of servers may do so at once. */
export function watchStreams({ log, ...options }: WatchOptions & { log: Logger }): { stop(): Promise<void> } {
  const failure = "streams that have to end could not be found";
  const watching = repeat(() => endOverdueStreams(options), { everyMs: SECOND_MS, log, failure });
  return allOf([watchOpenStreams(options.db), watching]);
}

/** Ends streams that are no longer watched, or whose viewer lost access, here and at their stations. */
export async function endOverdueStreams({ db, commands, provider, now }: WatchOptions): Promise<void> {
  const at = now();
  const times = { now: new Date(at).toISOString(), silentSince: new Date(at - SILENCE_MS).toISOString() };
  const ended = await endWithAudit(db, (tx) => endOverdue(tx, { ...times, provider }));
  for (const stream of ended) void closeAt(commands, stream);
}

/** Ends the streams of stations that are taken out of service, and gives them a moment to close them before they are disconnected. */
export async function endStreamsOf(
  { db, commands, now }: Omit<WatchOptions, "provider">,
  stations: readonly string[],
): Promise<void> {
  const ended = await endWithAudit(db, (tx) => endStreamsOfStations(tx, stations, new Date(now()).toISOString()));
  await Promise.all(ended.map((stream) => closeAt(commands, stream, CLOSE_MS)));
}

/** Ends streams in a transaction, each with an audit entry of the server that names the reason. */
async function endWithAudit(db: Db, end: (tx: Db) => Promise<EndedStream[]>): Promise<EndedStream[]> {
  const ended = await inTransaction(db, async (tx) => {
    const ended = await end(tx);
    const source = { principal: { kind: "server" }, action: "endStream", requestId: randomUUID(), ip: null } as const;
    for (const { id, station, org_id: orgId, reason } of ended) {
      await insertAudit(tx, source, { target: `station ${station}`, orgId, after: { stream: id, reason } });
    }
    return ended;
  });
  for (const { reason } of ended) overdueEnds.inc({ reason });
  return ended;
}
