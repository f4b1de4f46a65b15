import { MINUTE_MS, type Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Logger } from "pino";
import { inTransaction, type Db } from "../db/index.ts";
import { repeat, type Part } from "../lib/index.ts";
import { fingerprintIds, type Faulty } from "./fingerprint-queries.ts";
import { lockStationsNamed } from "./act-queries.ts";
import { lockGroupsOf, shareGroups } from "./status-queries.ts";

/** Errors that one transaction groups. */
const PIECE = 1_000;

/**
 * Groups errors that were stored before there were groups, station by station, in one transaction for each piece; returns how many. An
 * interrupted piece is done again, and none is counted twice.
 */
export async function groupOldErrors(db: Db, signal: AbortSignal): Promise<number> {
  let grouped = 0;
  while (!signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other
    const count = await inTransaction(db, groupPiece);
    if (count === 0) break;
    grouped += count;
  }
  return grouped;
}

/** Groups old errors now, and what an older server stores during an upgrade. */
export function startGroupingOldErrors({ db, log }: { db: Db; log: Logger }): Part {
  const work = async (signal: AbortSignal) => {
    const grouped = await groupOldErrors(db, signal);
    if (grouped > 0) log.info({ grouped }, "older errors were grouped");
  };
  return repeat(work, { everyMs: MINUTE_MS, failure: "older errors could not be grouped", log });
}

async function groupPiece(tx: Db): Promise<number> {
  const names = await stationsOfPiece(tx);
  await lockStationsNamed(tx, names);
  await shareGroups(tx);
  const errors = await selectUngrouped(tx, names);
  if (errors.length === 0) return 0;
  const fingerprints = await fingerprintIds(tx, errors);
  const groups = await lockGroupsOf(tx, fingerprints);
  const rows = errors.map(({ id }, index) => ({ error: id, fingerprint: fingerprints[index] }));
  await sql`
    update station_errors set fingerprint_id = fingerprint
    from json_to_recordset(${JSON.stringify(rows)}::json) as given(error bigint, fingerprint integer)
    where id = error and fingerprint_id is null`.execute(tx);
  await settleStates(tx, [...new Set([...groups.values()].map(({ id }) => id))]);
  return errors.length;
}

/** The stations of the next piece, in name order. */
async function stationsOfPiece(tx: Db): Promise<string[]> {
  const found = await sql<{ station_name: string }>`
    select distinct station_name from (
      select station_name from station_errors where fingerprint_id is null order by station_name, id limit ${PIECE}
    ) piece order by station_name limit ${PIECE}`.execute(tx);
  return found.rows.map(({ station_name }) => station_name);
}

async function selectUngrouped(tx: Db, names: readonly string[]): Promise<(Faulty & { id: number })[]> {
  const found = await sql<Faulty & { id: number; happened: Timestamp }>`
    select e.id, e.station_name, s.station_type, e.error_message, e.job_type, least(e.occurred, e.time_logged) as happened, e.firmware
    from station_errors e join stations s on s.name = e.station_name
    where e.fingerprint_id is null and e.station_name = any(${names})
    order by e.station_name, e.id limit ${PIECE}`.execute(tx);
  return found.rows;
}

/** A group is resolved as long as only resolved errors of it were found. */
async function settleStates(tx: Db, groups: readonly number[]): Promise<void> {
  await sql`
    update error_groups g
    set state = 'resolved', state_since = e.time_handled, resolved_at = e.time_handled,
      resolved_by = coalesce(e.handled_by, ''), solution = e.solution
    from unnest(${groups}::integer[]) as named(id) cross join lateral (
      select e.time_handled, e.handled_by, e.solution
      from error_fingerprints f join station_errors e on e.fingerprint_id = f.id
      where f.group_id = named.id and e.time_handled is not null order by e.time_logged desc, e.id desc limit 1
    ) e
    where g.id = named.id and g.unresolved = 0 and g.state in ('new', 'ongoing')`.execute(tx);
  await sql`
    update error_groups set state = 'ongoing', state_since = last_seen
    where id = any(${groups}::integer[]) and unresolved > 0 and state = 'resolved'`.execute(tx);
}
