import { randomUUID } from "node:crypto";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { STREAM_HEARTBEAT } from "@groundcrew/shared/streams";
import type { Logger } from "pino";
import { insertAudit } from "../audit/index.ts";
import { inTransaction, type Db } from "../db/index.ts";
import { repeat } from "../lib/index.ts";
import type { Commands } from "../link/index.ts";
import { closeAt } from "./open-stream.ts";
import { endOverdue, endStreamsOfStation, type EndedStream } from "./queries.ts";

/** How long a stream lives without a heartbeat. */
const SILENCE_MS = STREAM_HEARTBEAT.interval_ms * STREAM_HEARTBEAT.missed_max;
/** How long a station that is taken out of service has to close its streams; then it is disconnected. */
const LAST_WORD_MS = SECOND_MS;

export type WatchParts = {
  db: Db;
  commands: Pick<Commands, "send">;
  /** Organization whose users see every station. */
  provider: string;
  now: () => number;
};

/** Looks every second, with any number of servers at once, for streams that must end. */
export function watchStreams({ log, ...parts }: WatchParts & { log: Logger }): { stop(): Promise<void> } {
  const failure = "streams could not be looked after";
  return repeat(() => endOverdueStreams(parts), { everyMs: SECOND_MS, log, failure });
}

/** Ends the streams nobody watches any more, or may watch any more, here and at their stations. */
export async function endOverdueStreams({ db, commands, provider, now }: WatchParts): Promise<void> {
  const at = now();
  const times = { now: new Date(at).toISOString(), silentSince: new Date(at - SILENCE_MS).toISOString() };
  const ended = await endNoted(db, (tx) => endOverdue(tx, { ...times, provider }));
  for (const stream of ended) void closeAt(commands, stream);
}

/** Ends the streams of a station that is taken out of service, and gives it a moment to do the same before its link is cut. */
export async function endStreamsOf(
  { db, commands, now }: Omit<WatchParts, "provider">,
  station: string,
): Promise<void> {
  const ended = await endNoted(db, (tx) => endStreamsOfStation(tx, station, new Date(now()).toISOString()));
  await Promise.all(ended.map((stream) => closeAt(commands, stream, LAST_WORD_MS)));
}

/** Ends streams in a transaction, each with an audit entry of the server that says why. */
async function endNoted(db: Db, end: (tx: Db) => Promise<EndedStream[]>): Promise<EndedStream[]> {
  return inTransaction(db, async (tx) => {
    const ended = await end(tx);
    const source = { principal: { kind: "server" }, action: "endStream", requestId: randomUUID(), ip: null } as const;
    for (const { id, station, org_id: orgId, reason } of ended) {
      await insertAudit(tx, source, { target: `station ${station}`, orgId, after: { stream: id, reason } });
    }
    return ended;
  });
}
