import type { Violation } from "@groundcrew/shared/security";
import { sql } from "kysely";
import type { SharedDb } from "../platform/db/index.ts";

export type ReportedViolation = Pick<Violation, "directive" | "blocked" | "source" | "line" | "page">;

/** The number of violations stored. The ones reported longest ago are deleted first. */
const MAX_VIOLATIONS = 100;

/** Stores violations, or increments their counts, and deletes those beyond the limit. */
export async function insertViolations(db: SharedDb, found: readonly ReportedViolation[], now: Date): Promise<void> {
  if (found.length === 0) return;
  const at = now.toISOString();
  await sql`
    insert into csp_violations (directive, blocked, source, line, page, first_reported, last_reported, times)
    select v.directive, v.blocked, v.source, coalesce(v.line, -1), max(v.page), ${at}, ${at}, count(*)
    from json_to_recordset(${JSON.stringify(found)}::json)
      as v(directive text, blocked text, source text, line integer, page text)
    group by v.directive, v.blocked, v.source, coalesce(v.line, -1)
    order by 1, 2, 3, 4
    on conflict (directive, blocked, source, line) do update
    set times = csp_violations.times + excluded.times, last_reported = excluded.last_reported, page = excluded.page`.execute(
    db,
  );
  await sql`
    delete from csp_violations where (directive, blocked, source, line) in (
      select directive, blocked, source, line from csp_violations
      order by last_reported desc, directive, blocked, source, line offset ${MAX_VIOLATIONS}
    )`.execute(db);
}

/** All violations, most recently reported first. */
export async function selectViolations(db: SharedDb): Promise<Violation[]> {
  const { rows } = await sql<Violation>`
    select directive, blocked, source, nullif(line, -1) as line, page, first_reported, last_reported, times
    from csp_violations order by last_reported desc, directive, blocked, source, line limit ${MAX_VIOLATIONS}`.execute(
    db,
  );
  return rows;
}
