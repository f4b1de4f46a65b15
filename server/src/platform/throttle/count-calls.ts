import { countText, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { inTransaction, type SharedDb } from "../db/index.ts";
import { Problem } from "../http/index.ts";
import { addCall, type Caller } from "./queries.ts";

/** How many calls of a kind are allowed. `sentence` says so to people. */
export type CallLimit = { action: string; max: number; perMs: number; sentence: string };

/** Counts a call in a transaction of its own, so that it counts also if it fails later. A 429 when there were as many as are allowed. */
export async function countCall(db: SharedDb, by: Caller, limit: CallLimit): Promise<void> {
  await inTransaction(db, (tx) => countCallIn(tx, by, limit));
}

/** Counts a call unless the transaction fails. */
export async function countCallIn(tx: SharedDb, by: Caller, limit: CallLimit): Promise<void> {
  const waitS = await addCall(tx, by, limit);
  if (waitS !== null) throw tooMany(limit.sentence, waitS);
}

function tooMany(sentence: string, waitS: number): Problem {
  const wait =
    waitS > 100 ? countText(Math.ceil((waitS * SECOND_MS) / MINUTE_MS), "minute") : countText(waitS, "second");
  return new Problem(429, `${sentence} Try again in ${wait}.`, { headers: { "retry-after": String(waitS) } });
}
