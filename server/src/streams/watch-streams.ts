import { randomUUID } from "node:crypto";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { STREAM_HEARTBEAT } from "@groundcrew/shared/streams";
import type { Logger } from "pino";
import { insertAudit } from "../audit/index.ts";
import type { Db } from "../db/index.ts";
import { repeat } from "../jobs/index.ts";
import type { Commands } from "../link/index.ts";
import { closeAt } from "./open-stream.ts";
import { endOverdue } from "./queries.ts";

/** How long a stream lives without a heartbeat. */
const SILENCE_MS = STREAM_HEARTBEAT.interval_ms * STREAM_HEARTBEAT.missed_max;

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
  const ended = await db.transaction().execute(async (tx) => {
    const times = { now: new Date(at).toISOString(), silentSince: new Date(at - SILENCE_MS).toISOString() };
    const overdue = await endOverdue(tx, { ...times, provider });
    const source = { principal: { kind: "server" }, action: "endStream", requestId: randomUUID(), ip: null } as const;
    for (const { id, station, org_id: orgId, reason } of overdue) {
      await insertAudit(tx, source, { target: `station ${station}`, orgId, after: { stream: id, reason } });
    }
    return overdue;
  });
  for (const stream of ended) closeAt(commands, stream);
}
