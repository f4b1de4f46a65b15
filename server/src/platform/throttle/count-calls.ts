import { countText, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { inTransaction, type SharedDb } from "../db/index.ts";
import { Problem } from "../http/index.ts";
import { addCall, removeCall, type Caller } from "./queries.ts";

/** How many calls of a kind are allowed. `sentence` says so to people. */
export type CallLimit = { action: string; max: number; perMs: number; sentence: string };

/**
 * Counts a call in a transaction of its own, so that it counts also if it fails later. Returns how many more are allowed for now. A 429 when there
 * were as many as are allowed.
 */
export async function countCall(db: SharedDb, by: Caller, limit: CallLimit): Promise<number> {
  return inTransaction(db, (tx) => countCallIn(tx, by, limit));
}

/** Counts a call unless the transaction fails. */
export async function countCallIn(tx: SharedDb, by: Caller, limit: CallLimit): Promise<number> {
  const counted = await addCall(tx, by, limit);
  if ("waitS" in counted) throw tooMany(limit.sentence, counted.waitS);
  return counted.left;
}

/** Forgets a call that was counted and need not be, unless the transaction fails. */
export async function uncountCall(tx: SharedDb, by: Caller, { action }: CallLimit): Promise<void> {
  await removeCall(tx, by, action);
}

function tooMany(sentence: string, waitS: number): Problem {
  const wait =
    waitS > 100 ? countText(Math.ceil((waitS * SECOND_MS) / MINUTE_MS), "minute") : countText(waitS, "second");
  return new Problem(429, `${sentence} Try again in ${wait}.`, { headers: { "retry-after": String(waitS) } });
}
