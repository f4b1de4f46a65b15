import { sql } from "kysely";
import type { SharedDb } from "../platform/db/index.ts";
import {
  organizationOf,
  type CallRequest,
  type IdempotencyKey,
  type Principal,
  type StoredAnswer,
} from "../platform/http/index.ts";

/** A change for the audit log: the target, its organization, and its state before and after. Must not have secrets. */
export type AuditNote = { target: string; orgId: number | null; before?: unknown; after?: unknown };

/**
 * Notes of a change that may move something from one organization to another: of a move, the one that it leaves reads only what was before, and the
 * other one only what is after.
 */
export function notesOfMove({ target, from, to, before, after }: Moved): AuditNote[] {
  if (from === to) return [{ target, orgId: to, before, after }];
  return [
    { target, orgId: from, before },
    { target, orgId: to, after },
  ];
}

type Moved = Omit<AuditNote, "orgId"> & { from: number; to: number };

/** The author of the change, and its request. */
export type AuditSource = {
  /** `name` is what the server received the change from. */
  principal: Principal | { kind: "server"; name?: string };
  action: string;
  requestId: string;
  ip: string | null;
  /** The program that sent the request, as it names itself. */
  agent?: string | null;
  /** A refused change, which does not count as an action of the user's organization. */
  isRefused?: boolean;
};

/** Adds an audit row. Call it in the transaction of the change. */
export async function insertAudit(tx: SharedDb, source: AuditSource, note: AuditNote): Promise<void> {
  await insertAudits(tx, source, [note]);
}

/** Few enough for the time that a statement may take. */
const ROWS_AT_ONCE = 1_000;

/** Adds an audit row for each note. */
export async function insertAudits(
  tx: SharedDb,
  { principal, action, requestId, ip, agent = null, isRefused = false }: AuditSource,
  notes: readonly AuditNote[],
): Promise<void> {
  const organization = isRefused || principal.kind === "server" ? null : organizationOf(principal);
  for (let start = 0; start < notes.length; start += ROWS_AT_ONCE) {
    const rows = JSON.stringify(notes.slice(start, start + ROWS_AT_ONCE));
    await sql`
      insert into audit_entries (actor_kind, actor, ip, agent, request_id, action, actor_org_id, target, org_id, before, after)
      select ${principal.kind}, ${actorOf(principal)}, ${ip}, ${agent}, ${requestId}, ${action}, ${organization}::integer,
        target, "orgId", before, after
      from json_to_recordset(${rows}::json) n(target text, "orgId" integer, before jsonb, after jsonb)`.execute(tx);
  }
}

/** The source of a request's changes. */
export function sourceOf(
  principal: AuditSource["principal"],
  { action, id, ip, agent }: Pick<CallRequest, "action" | "id" | "ip" | "agent">,
): AuditSource {
  return { principal, action, requestId: id, ip, agent };
}

/** The answer stored under a key; undefined when the key is new, or its provisional answer has expired. */
export async function findAnswer(
  db: SharedDb,
  { principal, action, key }: IdempotencyKey,
): Promise<StoredAnswer | undefined> {
  return db
    .selectFrom("idempotency_keys")
    .select(["request_hash as requestHash", "status", "body", "request_id as requestId", "has_changed as hasChanged"])
    .where("principal", "=", principal)
    .where("action", "=", action)
    .where("key", "=", key)
    .where((answer) =>
      answer.or([answer("provisional_until", "is", null), answer("provisional_until", ">", sql<string>`now()`)]),
    )
    .executeTakeFirst();
}

/** Makes other transactions with the same key wait until this one has ended. */
export async function lockKey(tx: SharedDb, { principal, action, key }: IdempotencyKey): Promise<void> {
  const name = JSON.stringify([principal, action, key]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** How long a provisional answer is valid: longer than any call takes. */
const PROVISIONAL_S = 30;

/** Stores an answer under its key, replacing an expired provisional one. */
export async function insertAnswer(
  tx: SharedDb,
  { principal, action, key, requestHash }: IdempotencyKey,
  { status, body, requestId, hasChanged, kind }: Omit<StoredAnswer, "requestHash"> & { kind: "final" | "provisional" },
): Promise<void> {
  const answer = { request_hash: requestHash, status, body, request_id: requestId, has_changed: hasChanged };
  const until = kind === "final" ? null : sql<string>`now() + make_interval(secs => ${PROVISIONAL_S})`;
  await tx
    .insertInto("idempotency_keys")
    .values({ principal, action, key, ...answer, provisional_until: until })
    .onConflict((known) =>
      known.columns(["principal", "action", "key"]).doUpdateSet({ ...answer, provisional_until: until }),
    )
    .execute();
}

/** Makes a provisional answer final. */
export async function confirmAnswer(db: SharedDb, { principal, action, key }: IdempotencyKey): Promise<void> {
  await db
    .updateTable("idempotency_keys")
    .set({ provisional_until: null })
    .where("principal", "=", principal)
    .where("action", "=", action)
    .where("key", "=", key)
    .execute();
}

/** Deletes a provisional answer whose work has failed, so that the key can be used again. */
export async function forgetAnswer(db: SharedDb, { principal, action, key }: IdempotencyKey): Promise<void> {
  await db
    .deleteFrom("idempotency_keys")
    .where("principal", "=", principal)
    .where("action", "=", action)
    .where("key", "=", key)
    .execute();
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
      return principal.kind;
    case "server":
      return principal.name ?? principal.kind;
  }
}
