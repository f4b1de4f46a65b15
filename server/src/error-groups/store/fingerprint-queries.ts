import { truncate } from "@groundcrew/shared/lib";
import { hash } from "node:crypto";
import { matchesMergePattern } from "@groundcrew/shared/error-groups";
import type { Timestamp } from "@groundcrew/shared/lib";
import { fingerprintOf, groupingKey, jobTypeOf, withValue } from "@groundcrew/shared/station-errors";
import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";

/** An error whose fingerprint is wanted. */
export type Faulty = {
  station_name: string;
  station_type: string;
  error_message: string;
  job_type: string | null;
  happened: Timestamp;
  firmware: string | null;
};

/** A fingerprint as it is stored, and the first error that has it. */
type Candidate = {
  digest: string;
  version: number;
  job_type: string | null;
  pattern: string;
  values: string[];
  first: Faulty;
};

/**
 * The id of each error's fingerprint, in the same order. New fingerprints get a group, or join the one whose merge pattern they match. Call
 * it in a transaction that shares the lock of error groups.
 */
export async function fingerprintIds(tx: Db, errors: readonly Faulty[]): Promise<number[]> {
  const found = errors.map(candidateOf);
  const stored = await findFingerprints(tx, found);
  const excess = await findExcess(
    tx,
    found.filter(({ digest }) => !stored.has(digest)),
  );
  const candidates = found.map((one) => (excess.has(one.digest) ? otherErrors(one) : one));
  const known = excess.size === 0 ? stored : await findFingerprints(tx, candidates);
  const missing = candidates.filter(({ digest }) => !known.has(digest));
  const all = missing.length === 0 ? known : await withNew(tx, known, missing);
  const parts = candidates.flatMap((candidate, index) => {
    const part = partOf(candidate, all.get(candidate.digest));
    return part === null ? [] : [{ index, ...part }];
  });
  const ids = candidates.map(({ digest }) => idIn(all, digest));
  if (parts.length === 0) return ids;
  const created = await withParts(
    tx,
    parts.map(({ part }) => part),
  );
  const ofParts = new Map(parts.map(({ index, part }) => [index, created.get(part.digest)?.id]));
  return ids.map((id, index) => ofParts.get(index) ?? id);
}

/** How many new kinds of errors a station adds in a day; further ones are in a group together. Groups are never deleted. */
const NEW_A_DAY = 300;

/** The digests of new candidates beyond the limits of their stations. */
async function findExcess(tx: Db, missing: readonly Candidate[]): Promise<ReadonlySet<string>> {
  if (missing.length === 0) return new Set();
  const stations = [...new Set(missing.map(({ first }) => first.station_name))];
  const found = await sql<{ station: string; added: number }>`
    select station_name as station, count(*) as added from error_fingerprint_stations
    where station_name = any(${stations}) and first_seen > now() - interval '1 day' group by station_name
    order by station_name limit ${stations.length}`.execute(tx);
  const added = new Map(found.rows.map((row) => [row.station, row.added]));
  const ofStations = Map.groupBy(missing, ({ first }) => first.station_name);
  const excess = [...ofStations].flatMap(([station, ofOne]) =>
    [...new Set(ofOne.map(({ digest }) => digest))].slice(Math.max(0, NEW_A_DAY - (added.get(station) ?? 0))),
  );
  return new Set(excess);
}

/** The placeholder for errors of a station that adds too many kinds of errors. */
function otherErrors({ version, first }: Candidate): Candidate {
  const pattern = "Other errors: the station reports too many different ones";
  return identified({ version, pattern, values: [], job_type: null, first });
}

/** How many values of a placeholder have a group of their own after a split; errors with other values stay together. */
const PARTS_MAX = 100;

type Stored = { id: number; digest: string; split_by: number | null; parts: number };

function idIn(stored: ReadonlyMap<string, Stored>, digest: string): number {
  const found = stored.get(digest);
  if (!found) throw new Error("A fingerprint was not stored.");
  return found.id;
}

function candidateOf(first: Faulty): Candidate {
  const { version, pattern, values } = fingerprintOf(first.error_message);
  return identified({ version, pattern, values, job_type: jobTypeOf(first), first });
}

/** The fingerprint of one value, where the fingerprint was split by a placeholder; null where it was not, or the error has no value. */
function partOf(candidate: Candidate, whole: Stored | undefined): { part: Part } | null {
  const placeholder = whole?.split_by ?? null;
  const value = placeholder === null ? undefined : candidate.values[placeholder];
  if (!whole || placeholder === null || value === undefined) return null;
  const part = identified({
    ...candidate,
    pattern: truncate(withValue(candidate.pattern, placeholder, value), PATTERN_MAX),
  });
  return { part: { ...part, splitFrom: whole.id, free: PARTS_MAX - whole.parts } };
}

/** A part of a split fingerprint, and how many more parts that may have. */
type Part = Candidate & { splitFrom: number; free: number };

const PATTERN_MAX = 500;

async function withParts(tx: Db, parts: readonly Part[]): Promise<ReadonlyMap<string, Stored>> {
  const known = await findFingerprints(tx, parts);
  const missing = new Map(parts.filter(({ digest }) => !known.has(digest)).map((part) => [part.digest, part]));
  const created = [...Map.groupBy(missing.values(), ({ splitFrom }) => splitFrom).values()].flatMap((ofOne) =>
    ofOne.slice(0, Math.max(0, ofOne[0]?.free ?? 0)),
  );
  return created.length === 0 ? known : withNew(tx, known, created);
}

function identified(candidate: Omit<Candidate, "digest">): Candidate {
  return { ...candidate, digest: digestOf({ ...candidate, station_type: candidate.first.station_type }) };
}

/** The first part was the version of the rules once: a pattern that later versions do not change has the same digest. */
export function digestOf({
  job_type,
  station_type,
  pattern,
}: Pick<NewFingerprint, "job_type" | "station_type" | "pattern">): string {
  return hash("sha256", JSON.stringify([1, job_type, station_type, groupingKey(pattern)]));
}

async function findFingerprints(tx: Db, candidates: readonly Candidate[]): Promise<Map<string, Stored>> {
  const digests = [...new Set(candidates.map(({ digest }) => digest))];
  const found = await sql<Stored>`
    select id, digest, split_by, (select count(*) from error_fingerprints p where p.split_from = f.id) as parts
    from error_fingerprints f where digest = any(${digests}) limit ${digests.length}`.execute(tx);
  return new Map(found.rows.map((row) => [row.digest, row]));
}

/** Serializes servers that create fingerprints, so that none creates a group that is not used. */
export async function lockCreation(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(4031209)`.execute(tx);
}

async function withNew(
  tx: Db,
  known: ReadonlyMap<string, Stored>,
  missing: readonly (Candidate & { splitFrom?: number })[],
): Promise<ReadonlyMap<string, Stored>> {
  await lockCreation(tx);
  const meanwhile = await findFingerprints(tx, missing);
  const fresh = new Map(missing.filter(({ digest }) => !meanwhile.has(digest)).map((one) => [one.digest, one]));
  const patterns = await selectMergePatterns(tx);
  const rows = [...fresh.values()].map((candidate) => newFingerprint(candidate, patterns));
  const created = rows.length === 0 ? [] : await insertFingerprints(tx, rows);
  return new Map([...known, ...meanwhile, ...created.map((row) => [row.digest, row] as const)]);
}

type MergePattern = { id: number; job_type: string | null; merge_pattern: string };

async function selectMergePatterns(tx: Db): Promise<MergePattern[]> {
  const found = await sql<MergePattern>`
    select id, job_type, merge_pattern from error_groups
    where merge_pattern is not null and merged_into is null order by id limit 10000`.execute(tx);
  return found.rows;
}

type NewFingerprint = Omit<Candidate, "values" | "first"> & {
  station_type: string;
  /** The group whose merge pattern it matches; null for a new group. */
  group_id: number | null;
  split_from: number | null;
  station: string;
  happened: Timestamp;
  firmware: string | null;
};

function newFingerprint(
  { digest, version, job_type, pattern, first, splitFrom }: Candidate & { splitFrom?: number },
  patterns: readonly MergePattern[],
): NewFingerprint {
  const { station_name: station, station_type, happened, firmware } = first;
  // Groups that a person has split are not merged again.
  const group =
    splitFrom === undefined &&
    patterns.find((one) => one.job_type === job_type && matchesMergePattern(one.merge_pattern, pattern));
  const ids = { group_id: group ? group.id : null, split_from: splitFrom ?? null };
  return { digest, version, job_type, pattern, station_type, ...ids, station, happened, firmware };
}

async function insertFingerprints(tx: Db, rows: readonly NewFingerprint[]): Promise<Stored[]> {
  const found = await sql<Stored>`
    with given as materialized (
      select digest, version, job_type, station_type, pattern, group_id, split_from, station, happened, firmware,
        coalesce(group_id, nextval(pg_get_serial_sequence('error_groups', 'id'))) as in_group
      from json_to_recordset(${JSON.stringify(rows)}::json) as f(
        digest text, version integer, job_type text, station_type text, pattern text, group_id integer, split_from integer, station text,
        happened timestamptz, firmware text)
    ), groups as (
      insert into error_groups (id, title, job_type, station_type, state_since, first_seen, last_seen) overriding system value
      select in_group, pattern, job_type, station_type, happened, happened, happened from given where group_id is null
      returning id
    ), noted as (
      insert into error_group_history (group_id, at, kind, details)
      select in_group, happened, 'first_seen', json_build_object('station', station, 'firmware', firmware)
      from given where group_id is null
    )
    insert into error_fingerprints (digest, version, job_type, station_type, pattern, group_id, split_from, is_separate)
    select digest, version, job_type, station_type, pattern, in_group, split_from, split_from is not null from given
    returning id, digest, split_by, 0 as parts`.execute(tx);
  return found.rows;
}
