import { inTransaction, type SharedDb } from "../db/index.ts";
import { AlreadyDone, type CallRequest, type OnceKey, type Principal } from "../http/index.ts";
import { findAnswer, insertAnswer, insertAudit, lockKey, type AuditNote } from "./queries.ts";

/** The outcome of a change: the answer to the caller, and what to write down about it. */
export type Changed<A> = {
  answer: A;
  /** One note for each thing changed; none when nothing was. */
  audit: AuditNote | readonly AuditNote[];
  /** The answer holds what is shown only once, so it is not kept for a repeated request. */
  secret?: boolean;
  /** The answer promises what is done only after the change; `confirmAnswer` says that it was. */
  provisional?: boolean;
};

/**
 * Makes a change, its audit rows and the memory of its answer in one transaction: all of it happens or nothing. A request
 * repeated under the same idempotency key is answered as before.
 */
export async function change<D extends SharedDb, A extends { status: number; body: unknown }>(
  db: D,
  { principal, request }: { principal: Principal; request: CallRequest },
  work: (tx: D) => Promise<Changed<A>>,
): Promise<A> {
  return inTransaction(db, async (tx) => {
    if (request.onceKey) await claim(tx, request.onceKey);
    const { answer, audit, secret = false, provisional = false } = await work(tx);
    const source = { principal, action: request.action, requestId: request.id, ip: request.ip };
    for (const note of [audit].flat()) await insertAudit(tx, source, note);
    if (request.onceKey) {
      const body = secret ? null : JSON.stringify(answer.body);
      const kind = provisional ? "provisional" : "final";
      await insertAnswer(tx, request.onceKey, { status: answer.status, body, kind });
    }
    return answer;
  });
}

/** Requests with one key go one after the other, and only the first has anything left to do. */
async function claim(tx: SharedDb, key: OnceKey): Promise<void> {
  await lockKey(tx, key);
  if (await findAnswer(tx, key)) throw new AlreadyDone();
}
