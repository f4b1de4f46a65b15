import { groupOfCause, namedCause } from "@groundcrew/shared/readiness";
import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import type { Scope } from "../../platform/http/index.ts";

/**
 * Names the groups in stored causes. Admins get the titles that groups have now. Others get the pattern of an error of their own stations, since groups
 * contain errors of several organizations; where they have none, and for API keys that do not read errors, the group stays a number.
 */
export async function causeNamer(
  db: Db,
  causes: Iterable<string | null>,
  scope: Scope,
): Promise<(cause: string) => string> {
  const groups = [...new Set(scope.seesErrors ? causes : [])].flatMap((cause) =>
    cause === null ? [] : (groupOfCause(cause) ?? []),
  );
  const titles = groups.length === 0 ? new Map<number, string>() : await selectGroupTitles(db, groups, scope);
  return (cause) => namedCause(cause, titles);
}

async function selectGroupTitles(db: Db, ids: readonly number[], { admin, orgId }: Scope) {
  const titles = sql<{ id: number; title: string }>`
    select id, title from error_groups where id = any(${ids}::integer[]) order by id limit ${ids.length}`;
  const patterns = sql<{ id: number; title: string }>`
    select f.group_id as id, min(f.pattern) as title from error_fingerprints f
    where f.group_id = any(${ids}::integer[]) and exists (
      select from error_fingerprint_stations fs join stations s on s.name = fs.station_name
      where fs.fingerprint_id = f.id and (${orgId}::integer is null or s.org_id = ${orgId})
    )
    group by f.group_id order by f.group_id limit ${ids.length}`;
  const found = await (admin ? titles : patterns).execute(db);
  return new Map(found.rows.map(({ id, title }) => [id, title]));
}
