import { availabilityRoutes } from "@groundcrew/server/availability";
import { everyTenant, connectWithoutTimeouts } from "@groundcrew/server/platform/db/connect";
import { insertDaySums, readHistory, rollUpDays, storeChanges } from "@groundcrew/server/readiness/history";
import { Scope } from "@groundcrew/server/platform/http";
import { DAY_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { appFor } from "./app.ts";
import { numberOption } from "./fleet.ts";
import { goal, machine, measure, ms } from "./measure.ts";
import { openOwnDatabase } from "./own-database.ts";

/*
 * Reports of availability over a fleet with days of readiness, and the history of a station that changes ten times a day for a year.
 *
 * node bench/availability.ts [--stations 10000] [--days 92]
 */
const STATIONS = numberOption("stations", 10_000);
const DAYS = numberOption("days", 92);
const ORGANIZATIONS = 50;
const CHANGES_A_DAY = 10;
/** In the middle of the month after a whole one. */
const now = Date.parse("2026-11-16T12:00:00.000Z");
const REPORT_MS = 300;
const YEAR_MS = 30;

const database = await openOwnDatabase();
try {
  console.log(`${machine()}; ${STATIONS} stations, ${DAYS} days; embedded PostgreSQL without fsync`);
  const owner = connectWithoutTimeouts(database.ownerUrl);
  await sql`insert into organizations (name) select 'Organization ' || n from generate_series(1, ${ORGANIZATIONS}::integer) n`.execute(
    owner,
  );
  await sql`
    insert into stations (name, serial_number, station_type, org_id)
    select 'gc-' || lpad(to_hex(n), 12, '0'), 'Atlas ' || n, 'atlas', 1 + n % ${ORGANIZATIONS}::integer
    from generate_series(1, ${STATIONS}::integer) n`.execute(owner);
  await sql`
    insert into readiness_causes (state, title)
    select case when n % 4 = 0 then 'unknown' when n % 4 = 1 then 'limited' else 'not_ready' end, 'Cause ' || n from generate_series(1, 20) n`.execute(
    owner,
  );
  // Two of three days lose time, for two reasons of the station.
  await sql`
    insert into readiness_days (station_name, day, org_id, ready_s, limited_s, not_ready_s, unknown_s, maintenance_s,
      not_recorded_s, uncounted_s, link_s, outages, outage_s, longest_s, open_s, continued, lost_ids, lost_s, limited_ids, limited_cause_s)
    select name, day::date, org_id, 86400 - 1800 - lost, 1800, lost, 0, 0, 0, 0, 86000, sign(lost), lost, lost, 0, false,
      case when lost = 0 then array[]::integer[] else array[2 + abs(hashtext(name)) % 18, 20] end, case when lost = 0 then array[]::integer[] else array[lost / 2, lost / 2] end,
      array[1], array[1800]
    from generate_series('2026-11-15'::date - ${DAYS - 1}::integer, '2026-11-15'::date, interval '1 day') with ordinality d(day, nth)
      cross join lateral (select *, (hashtext(name || d.nth) % 3 + 3) % 3 * 600 as lost from stations offset 0) s`.execute(
    owner,
  );
  await insertDaySums(owner, "2026-01-01", "2026-11-15");
  await sql`insert into readiness_rollup (until) values ('2026-11-16')`.execute(owner);
  await rollUpDays(owner, now);
  const station = "gc-000000000001";
  await sql`insert into readiness_evaluations (began, until) values ('2025-01-01', ${new Date(now).toISOString()}::timestamptz)`.execute(
    owner,
  );
  const changes = Array.from({ length: 365 * CHANGES_A_DAY }, (_, nth) => ({
    station,
    at: now - (nth + 1) * (DAY_MS / CHANGES_A_DAY),
    org_id: 2,
    state: nth % 2 ? ("ready" as const) : ("not_ready" as const),
    cause: nth % 2 ? null : "No charged battery",
    reasons: [],
    maintenance: false,
    link: true,
  }));
  await storeChanges(owner, changes);
  await sql`vacuum (analyze)`.execute(owner);
  const { rows } = await sql<{ bytes: number }>`select pg_total_relation_size('readiness_days') as bytes`.execute(
    owner,
  );
  console.log(`readiness_days: ${Math.round((rows[0]?.bytes ?? 0) / (STATIONS * DAYS))} bytes a station-day`);
  await owner.destroy();

  const db = everyTenant(database.db);
  const app = await appFor("admin");
  availabilityRoutes(app, { db, now: () => now });
  console.log("\n| call | median | p95 | bytes | goal |\n|---|---|---|---|---|");
  for (const [name, query] of [
    ["a month of all stations, compared with the one before", "month=2026-10"],
    ["30 days of all stations", "from=2026-10-17&to=2026-11-15"],
    ["a month of one organization", "month=2026-10&org_id=2"],
  ] as const) {
    const call = () => app.inject({ url: `/api/availability?${query}`, headers: { cookie: "x" } });
    const reply = await call();
    if (reply.statusCode !== 200) throw new Error(`${query} returned ${reply.statusCode}: ${reply.body}`);
    const { median, p95 } = await measure(call);
    console.log(
      `| ${name} | ${ms(median)} ms | ${ms(p95)} ms | ${reply.rawPayload.length} | ${goal(`${REPORT_MS} ms`, p95 <= REPORT_MS)} |`,
    );
  }
  const scope = Scope.of({ kind: "api_key", id: 1, orgId: 1, provider: true });
  const year = () => readHistory(db, { station, range: { from: now - 365 * DAY_MS, until: now }, now, scope });
  const { median, p95 } = await measure(year, 100);
  const bytes = JSON.stringify(await year()).length;
  console.log(
    `| a year of a station | ${ms(median)} ms | ${ms(p95)} ms | ${bytes} | ${goal(`${YEAR_MS} ms`, p95 <= YEAR_MS)} |`,
  );
  await app.close();
} finally {
  await database.stop();
}
