import { sql } from "kysely";
import type { SharedDb } from "../db/index.ts";
import type { OnceKey, Principal, StoredAnswer } from "../http/index.ts";

/** What changed: which thing, in which organization, as it was and as it is. Never put a secret in it. */
export type AuditNote = { target: string; orgId: number | null; before?: unknown; after?: unknown };

/** Who changed it, by which call. */
export type AuditSource = {
  principal: Principal | { kind: "server" };
  action: string;
  requestId: string;
  ip: string | null;
  /** Refused, and so no action of anybody's organization. */
  isRefused?: boolean;
};

/** Adds an audit row. Belongs into the transaction of the change itself. */
export async function insertAudit(
  tx: SharedDb,
  { principal, action, requestId, ip, isRefused = false }: AuditSource,
  note: AuditNote,
): Promise<void> {
  await tx
    .insertInto("audit_entries")
    .values({
      actor_kind: principal.kind,
      actor: actorOf(principal),
      ip,
      request_id: requestId,
      action,
      target: note.target,
      org_id: note.orgId,
      actor_org_id: isRefused ? null : organizationOf(principal),
      before: toJson(note.before),
      after: toJson(note.after),
    })
    .execute();
}

/** The answer kept under a key; undefined when the key is new, or what its answer promised was never confirmed. */
export async function findAnswer(db: SharedDb, { principal, action, key }: OnceKey): Promise<StoredAnswer | undefined> {
  return db
    .selectFrom("idempotency_keys")
    .select(["request_hash as requestHash", "status", "body"])
    .where("principal", "=", principal)
    .where("action", "=", action)
    .where("key", "=", key)
    .where((answer) =>
      answer.or([answer("provisional_until", "is", null), answer("provisional_until", ">", sql<string>`now()`)]),
    )
    .executeTakeFirst();
}

/** Makes other transactions with the same key wait until this one has ended. */
export async function lockKey(tx: SharedDb, { principal, action, key }: OnceKey): Promise<void> {
  const name = JSON.stringify([principal, action, key]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** How long an answer counts whose promise is not confirmed: longer than any call takes to keep it. */
const PROVISIONAL_S = 30;

/** Keeps an answer under its key, in place of one that was never confirmed. A provisional one is to be confirmed soon. */
export async function insertAnswer(
  tx: SharedDb,
  { principal, action, key, requestHash }: OnceKey,
  { status, body, kind }: { status: number; body: string | null; kind: "final" | "provisional" },
): Promise<void> {
  const answer = { request_hash: requestHash, status, body };
  const until = kind === "final" ? null : sql<string>`now() + make_interval(secs => ${PROVISIONAL_S})`;
  await tx
    .insertInto("idempotency_keys")
    .values({ principal, action, key, ...answer, provisional_until: until })
    .onConflict((known) =>
      known.columns(["principal", "action", "key"]).doUpdateSet({ ...answer, provisional_until: until }),
    )
    .execute();
}

/** Makes a provisional answer final: what it promised was done. */
export async function confirmAnswer(db: SharedDb, { principal, action, key }: OnceKey): Promise<void> {
  await db
    .updateTable("idempotency_keys")
    .set({ provisional_until: null })
    .where("principal", "=", principal)
    .where("action", "=", action)
    .where("key", "=", key)
    .execute();
}

/** Forgets what a key was answered with, so that it can be used again: what it promised has failed. */
export async function forgetAnswer(db: SharedDb, { principal, action, key }: OnceKey): Promise<void> {
  await db
    .deleteFrom("idempotency_keys")
    .where("principal", "=", principal)
    .where("action", "=", action)
    .where("key", "=", key)
    .execute();
}

/** Forgets keys used before `before`; at most 10,000 a call. */
export async function deleteAnswers(db: SharedDb, before: Date): Promise<void> {
  await sql`
    delete from idempotency_keys where (principal, action, key) in (
      select principal, action, key from idempotency_keys where created < ${before.toISOString()}::timestamptz
      order by created limit 10000
    )`.execute(db);
}

function actorOf(principal: AuditSource["principal"]): string {
  switch (principal.kind) {
    case "user":
      return principal.user.email;
    case "api_key":
      return `key ${principal.id}`;
    case "station":
      return principal.name;
    case "anonymous":
    case "server":
      return principal.kind;
  }
}

/** The organization of a person; programs and stations act for nobody. */
function organizationOf(principal: AuditSource["principal"]): number | null {
  return principal.kind === "user" ? principal.user.org_id : null;
}

function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
