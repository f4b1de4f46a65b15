import type { Timestamp } from "@groundcrew/shared/lib";
import type { ReasonCode, StoredIgnoredReason } from "@groundcrew/shared/readiness";
import { sql } from "kysely";
import { shownName, type Db, type NameReader } from "../platform/db/index.ts";
import type { Author } from "../platform/http/index.ts";

/** The reasons of a station that people ignore at a time, by code. */
export async function selectIgnored(
  db: Db,
  station: string,
  { now, reader }: { now: Timestamp; reader: NameReader },
): Promise<StoredIgnoredReason[]> {
  const found = await sql<StoredIgnoredReason>`
    select code, effect, until, why, ${shownName("by_name", "by_staff", reader)} as by, created from readiness_ignored
    where station_name = ${station} and until > ${now}::timestamptz order by code limit 100`.execute(db);
  return found.rows;
}

type NewlyIgnored = Pick<StoredIgnoredReason, "code" | "effect" | "until" | "why"> & { author: Author; now: Timestamp };

/** Ignores a reason of a station, in place of how it was ignored before. */
export async function upsertIgnored(tx: Db, station: string, { author, now, ...reason }: NewlyIgnored): Promise<void> {
  await sql`
    insert into readiness_ignored (station_name, code, effect, until, why, by_name, by_staff, created)
    values (${station}, ${reason.code}, ${reason.effect}, ${reason.until}, ${reason.why}, ${author.name}, ${author.isStaff}, ${now})
    on conflict (station_name, code) do update
    set effect = excluded.effect, until = excluded.until, why = excluded.why, by_name = excluded.by_name,
      by_staff = excluded.by_staff, created = excluded.created`.execute(tx);
}

/** Stops ignoring a reason that is still ignored as it was by an act. Returns whether it was. */
export async function deleteSameIgnored(
  tx: Db,
  station: string,
  { ignored, until, why }: { ignored: string; until: string; why: string },
): Promise<boolean> {
  const found = await sql`
    delete from readiness_ignored
    where station_name = ${station} and code = ${ignored} and until = ${until}::timestamptz and why = ${why}`.execute(
    tx,
  );
  return Number(found.numAffectedRows) > 0;
}

/** Stops ignoring a reason of a station. Returns how it was ignored; undefined if it was not. */
export async function deleteIgnored(
  tx: Db,
  station: string,
  { code, now }: { code: ReasonCode; now: Timestamp },
): Promise<Pick<StoredIgnoredReason, "until" | "why"> | undefined> {
  const found = await sql<Pick<StoredIgnoredReason, "until" | "why">>`
    delete from readiness_ignored where station_name = ${station} and code = ${code} and until > ${now}::timestamptz
    returning until, why`.execute(tx);
  return found.rows[0];
}
