import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import type { Break, ChainEnd } from "./verify-chain.ts";

const ENTRIES_AT_ONCE = 10_000;

/** Where the chain starts and ends. */
export async function readEnds(db: Db): Promise<{ start: ChainEnd; end: ChainEnd }> {
  const found = await sql<{ position: number; hash: Uint8Array; start_position: number; start_hash: Uint8Array }>`
    select position, hash, start_position, start_hash from audit_chain_ends`.execute(db);
  const [ends] = found.rows;
  if (!ends) throw new Error("The audit log has no end: the row of audit_chain_ends has been removed.");
  const { position, hash, start_position, start_hash } = ends;
  return { start: { position: start_position, hash: hex(start_hash) }, end: { position, hash: hex(hash) } };
}

type Link = Break & { hash: Uint8Array; fits: boolean };

/** Verifies the entries after `last`; `end` is null when there are none. */
export async function verifyPiece(tx: Db, last: ChainEnd): Promise<{ end: ChainEnd | null; broken: Break | null }> {
  // The same as the function `audit_hash` of the database.
  const found = await sql<Link>`
    with links as (
      select c.position, c.entry_id, c.hash, lag(c.hash, 1, decode(${last.hash}, 'hex')) over (order by c.position) as previous,
        row_number() over (order by c.position) + ${last.position}::bigint as expected
      from audit_chain c where c.position > ${last.position}
      order by c.position limit ${ENTRIES_AT_ONCE}
    ), verified as (
      select l.position, l.expected, e.id as entry, e.at, l.hash, l.position = l.expected and l.hash = sha256(l.previous || convert_to(
        jsonb_build_array(e.id, (extract(epoch from e.at) * 1000000)::bigint, e.actor_kind, e.actor, e.actor_org_id, e.ip, e.agent,
          e.request_id, e.action, e.target, e.org_id, e.before, e.after)::text, 'UTF8')) as fits
      from links l left join audit_entries e on e.id = l.entry_id
    )
    select position, entry, at, hash, coalesce(fits, false) as fits,
      case when entry is null or position <> expected then 'missing' else 'changed' end as reason
    from verified
    where not coalesce(fits, false) or position = (select max(position) from verified)
    order by position limit 2`.execute(tx);
  const [first] = found.rows;
  if (!first) return { end: null, broken: null };
  const { position, entry, at, reason } = first;
  if (!first.fits) return { end: null, broken: { position, entry, at, reason } };
  return { end: { position, hash: hex(first.hash) }, broken: null };
}

type Scan = { after: number; signal: AbortSignal | undefined };

/** The first entry after the id `after` that the chain does not have, and the highest id before it. */
export async function findUnlinked(db: Db, { after, signal }: Scan): Promise<{ last: number; broken: Break | null }> {
  let last = after;
  for (;;) {
    if (signal?.aborted) return { last, broken: null };
    const found = await sql<{ entry: number; at: Timestamp; linked: boolean }>`
      with piece as (
        select e.id, e.at, exists (select from audit_chain c where c.entry_id = e.id) as linked
        from audit_entries e where e.id > ${last} order by e.id limit ${ENTRIES_AT_ONCE}
      )
      select id as entry, at, linked from piece where not linked or id = (select max(id) from piece)
      order by id limit 1`.execute(db);
    const [first] = found.rows;
    if (!first) return { last, broken: null };
    const { entry, at, linked } = first;
    if (!linked) return { last, broken: { position: 0, entry, at, reason: "not linked" } };
    last = entry;
  }
}

/** The first noted end that the chain does not have. Those of entries that have been removed because of their age cannot be verified. */
export async function findReplaced(
  tx: Db,
  { noted, start }: { noted: readonly ChainEnd[]; start: number },
): Promise<Break | null> {
  for (const { position, hash } of noted.filter((one) => one.position > start)) {
    const found = await sql<{ entry: number; at: Timestamp; hash: Uint8Array }>`
      select e.id as entry, e.at, c.hash from audit_chain c join audit_entries e on e.id = c.entry_id
      where c.position = ${position}`.execute(tx);
    const [link] = found.rows;
    if (!link || hex(link.hash) !== hash)
      return { position, entry: link?.entry ?? null, at: link?.at ?? null, reason: "replaced" };
  }
  return null;
}

function hex(hash: Uint8Array): string {
  return Buffer.from(hash).toString("hex");
}
