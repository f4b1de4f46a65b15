import { OWNED_HOURS, type Ownership } from "@groundcrew/shared/ownership";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";
import type { Subject } from "./queries.ts";

/** Gives something the owner that it had before, with the times from then, except that it ends in a day. */
export async function putOwner(
  tx: Db,
  { kind, subject }: Subject,
  { owner_id, by, assigned_at, acknowledged_at, note }: Omit<Ownership, "owner_id"> & { owner_id: number },
): Promise<void> {
  await sql`
    insert into ownerships (kind, subject, owner_id, by_name, assigned_at, acknowledged_at, until, note, rev)
    values (${kind}, ${subject}, ${owner_id}, ${by}, ${assigned_at}, ${acknowledged_at}, now() + make_interval(hours => ${OWNED_HOURS}),
      ${note}, nextval('ownership_revisions'))
    on conflict (kind, subject) do update
    set owner_id = excluded.owner_id, by_id = null, by_name = excluded.by_name, assigned_at = excluded.assigned_at,
      acknowledged_at = excluded.acknowledged_at, until = excluded.until, note = excluded.note, previous = null, rev = excluded.rev`.execute(
    tx,
  );
}
