import type { AnswerHeaders } from "@groundcrew/shared/contract";
import { inTransaction, type SharedDb } from "../platform/db/index.ts";
import {
  AlreadyDone,
  UNCHANGED,
  type CallRequest,
  type IdempotencyKey,
  type Principal,
} from "../platform/http/index.ts";
import { findAnswer, insertAnswer, insertAudits, lockKey, sourceOf, type AuditNote } from "./queries.ts";

/** The outcome of a change: the answer to the caller, and its audit notes. */
export type Changed<A> = {
  answer: A;
  /** One note for each changed object; none when nothing changed. */
  audit: AuditNote | readonly AuditNote[];
  /** The answer has a secret that is shown only once, so it is not stored for repeated requests. */
  secret?: boolean;
  /** The answer is about work that is done after the change; `confirmAnswer` marks that work as done. */
  provisional?: boolean;
};

/**
 * Makes a change, its audit rows and its stored answer in one transaction. A request repeated under the same idempotency key gets the
 * stored answer. The answer to one that has changed nothing says so in the header `X-Changed: no`.
 */
export async function change<D extends SharedDb, A extends { status: number; body: unknown; headers?: AnswerHeaders }>(
  db: D,
  { principal, request }: { principal: Principal; request: CallRequest },
  work: (tx: D) => Promise<Changed<A>>,
): Promise<A> {
  return inTransaction(db, async (tx) => {
    if (request.idempotencyKey) await claim(tx, request.idempotencyKey);
    const { answer, audit, secret = false, provisional = false } = await work(tx);
    const notes = [audit].flat();
    const hasChanged = notes.length > 0;
    await insertAudits(tx, sourceOf(principal, request), notes);
    if (request.idempotencyKey) {
      const body = secret ? null : JSON.stringify(answer.body);
      const kind = provisional ? "provisional" : "final";
      const stored = { status: answer.status, body, requestId: request.id, hasChanged, kind } as const;
      await insertAnswer(tx, request.idempotencyKey, stored);
    }
    if (hasChanged) return answer;
    return Object.assign(answer, { headers: { ...answer.headers, ...UNCHANGED } });
  });
}

/** Serializes requests with one key; all but the first throw `AlreadyDone`. */
async function claim(tx: SharedDb, key: IdempotencyKey): Promise<void> {
  await lockKey(tx, key);
  if (await findAnswer(tx, key)) throw new AlreadyDone();
}
