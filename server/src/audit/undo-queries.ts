import { UNDO_S } from "@groundcrew/shared/undo";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";
import type { Principal, Scope } from "../platform/http/index.ts";

/** A change of an act, as the audit log has it. `id` is that of its target: `gc-00000000000b` for `station gc-00000000000b`. */
export type DoneChange = { target: string; id: string; before: unknown; after: unknown };

/**
 * Undoes the changes of one act, if all of them are still as the act left them. Returns the stations whose rows change; null when something was
 * changed since, after which the transaction must not be committed.
 */
export type Revert = (
  tx: Db,
  changes: readonly DoneChange[],
  by: { principal: Principal; scope: Scope },
) => Promise<readonly string[] | null>;

type OwnEntry = DoneChange & { entry: number; action: string; org_id: number | null };

/** The entries of a person's request that can still be undone, in their order; at most 10,000. */
export async function selectOwnEntries(
  tx: Db,
  { request, email }: { request: string; email: string },
): Promise<OwnEntry[]> {
  const found = await sql<OwnEntry>`
    select id as entry, action, target, substring(target from '[^ ]+$') as id, org_id, before, after from audit_entries
    where request_id = ${request} and actor_kind = 'user' and actor = ${email} and at > now() - make_interval(secs => ${UNDO_S})
      and action not like 'refuse%'
    order by id limit 10000`.execute(tx);
  return found.rows;
}

type LaterActor = { name: string; email: string; org_id: number | null; action: string };

/** Who changed one of the targets last by the same kind of act after an entry, or undid one (`action`): their name, address and organization. Undefined for nobody whose act is in the log. */
export async function findLaterActor(
  tx: Db,
  { action, targets, entry }: { action: string; targets: readonly string[]; entry: number },
): Promise<LaterActor | undefined> {
  const found = await sql<LaterActor>`
    select coalesce((select nullif(u.name, '') from users u where u.email = e.actor), e.actor) as name, e.actor as email,
      e.actor_org_id as org_id, e.action
    from audit_entries e
    where e.id > ${entry} and e.at > now() - make_interval(secs => ${UNDO_S}) and e.target = any(${targets})
      and e.actor_kind = 'user' and e.action = any(${[action, "undoAct"]})
    order by e.id desc limit 1`.execute(tx);
  return found.rows[0];
}
