import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../db/index.ts";
import type { Break, ChainEnd } from "./verify-chain.ts";

const ENTRIES_AT_ONCE = 10_000;

type Ends = {
  position: number;
  hash: Uint8Array;
  start_position: number;
  start_hash: Uint8Array;
  entries: number;
};

/** Where the chain starts and ends, and how many entries there are. */
export async function chainEnds(tx: Db): Promise<Ends> {
  const found = await sql<Ends>`
    select position, hash, start_position, start_hash, (select count(*) from audit_entries) as entries
    from audit_chain_ends`.execute(tx);
  const [ends] = found.rows;
  if (!ends) throw new Error("The audit log has no end: the row of audit_chain_ends has been removed.");
  return ends;
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

/** The first entry that the chain does not have. */
export async function findUnlinked(tx: Db): Promise<Break | null> {
  const found = await sql<{ entry: number; at: Timestamp }>`
    select id as entry, at from audit_entries e where not exists (select from audit_chain c where c.entry_id = e.id)
    order by id limit 1`.execute(tx);
  const [first] = found.rows;
  return first ? { position: 0, ...first, reason: "not linked" } : null;
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

export function hex(hash: Uint8Array): string {
  return Buffer.from(hash).toString("hex");
}
