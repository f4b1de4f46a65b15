import type { ReportReader } from "@groundcrew/shared/availability";
import type { CalendarDate, Timestamp } from "@groundcrew/shared/lib";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../platform/db/index.ts";

/** The report of an organization, or of all. The caller must have checked access to it. */
export type Report = { orgId: number | null };

/** True if a user `u` of an organization `o` may see a report. */
function maySee({ orgId }: Report): RawBuilder<boolean> {
  return sql<boolean>`(o.is_provider or u.org_id = ${orgId})`;
}

/** The people who may see a report, by name: all of them, or those of one organization. */
export async function selectReaders(db: Db, report: Report, ofOrg: number | null): Promise<ReportReader[]> {
  const found = await sql<ReportReader>`
    select u.id, coalesce(nullif(u.name, ''), u.email) as name, u.email, r.user_id is not null as receives
    from users u join organizations o on o.id = u.org_id
    left join report_recipients r on r.user_id = u.id and r.org_id is not distinct from ${report.orgId}::integer
    where ${maySee(report)} and (${ofOrg}::integer is null or u.org_id = ${ofOrg})
    order by name, u.id limit 1000`.execute(db);
  return found.rows;
}

/** Removes recipients of a report: of all organizations, or of one. */
export async function deleteRecipients(tx: Db, { orgId }: Report, people: readonly number[]): Promise<void> {
  await sql`
    delete from report_recipients where org_id is not distinct from ${orgId}::integer and user_id = any(${people}::integer[])`.execute(
    tx,
  );
}

/** Adds recipients of a report, and locks its recipients until the transaction ends. Returns how many it has then. */
export async function insertRecipients(
  tx: Db,
  { orgId }: Report,
  { people, at }: { people: readonly number[]; at: Timestamp },
): Promise<number> {
  // Rows that do not exist yet cannot be locked.
  await sql`select pg_advisory_xact_lock(hashtextextended('report recipients', 0))`.execute(tx);
  await sql`
    insert into report_recipients (org_id, user_id, added)
    select ${orgId}::integer, id, ${at}::timestamptz from unnest(${people}::integer[]) given(id) order by id
    on conflict (org_id, user_id) do nothing`.execute(tx);
  const found = await sql<{ count: number }>`
    select count(*) as count from report_recipients where org_id is not distinct from ${orgId}::integer`.execute(tx);
  return found.rows[0]?.count ?? 0;
}

/** A report that has recipients, and the name of its organization; null for all. */
export type DueReport = Report & { organization: string | null };

/** The reports of a month that are to be sent, and were not: those with recipients who were added before a time. */
export async function selectDueReports(
  db: Db,
  { month, before }: { month: CalendarDate; before: Timestamp },
): Promise<DueReport[]> {
  const found = await sql<{ org_id: number | null; organization: string | null }>`
    select r.org_id, o.name as organization
    from (select distinct org_id from report_recipients where added < ${before}::timestamptz) r left join organizations o on o.id = r.org_id
    where not exists (
      select from reports_sent s where s.month = ${month}::date and s.org_id is not distinct from r.org_id
    )
    order by r.org_id limit 1000`.execute(db);
  return found.rows.map(({ org_id: orgId, organization }) => ({ orgId, organization }));
}

/** Stores that a report of a month is sent. False if it was already. */
export async function recordSent(
  tx: Db,
  { month, orgId, at }: Report & { month: CalendarDate; at: Timestamp },
): Promise<boolean> {
  const stored = await sql`
    insert into reports_sent (month, org_id, at) values (${month}::date, ${orgId}, ${at}::timestamptz)
    on conflict (month, org_id) do nothing`.execute(tx);
  return stored.numAffectedRows === 1n;
}

/** A recipient of a report. `log_org` is the organization whose log of deliveries says what became of it. */
export type ReportRecipient = { user: number; name: string; may_see: boolean; log_org: number };

/** The recipients of a report who were added before a time. */
export async function selectRecipients(tx: Db, report: Report, before: Timestamp): Promise<ReportRecipient[]> {
  const found = await sql<ReportRecipient>`
    select u.id as user, coalesce(nullif(u.name, ''), u.email) as name, ${maySee(report)} as may_see,
      case when ${maySee(report)} then u.org_id else coalesce(r.org_id, (select id from organizations where is_provider)) end as log_org
    from report_recipients r join users u on u.id = r.user_id join organizations o on o.id = u.org_id
    where r.org_id is not distinct from ${report.orgId}::integer and added < ${before}::timestamptz
    order by u.id limit 1000`.execute(tx);
  return found.rows;
}
