import type { Db } from "@groundcrew/server/platform/db";
import { connectWithoutTimeouts, everyTenant } from "@groundcrew/server/platform/db/connect";
import { decideAttempts, swapAttemptRoutes } from "@groundcrew/server/swap-attempts";
import { DAY_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { appFor } from "./app.ts";
import { fillFleet } from "./fill-history.ts";
import { circumstances, fleetOptions } from "./fleet.ts";
import { goal, measure, ms } from "./measure.ts";
import { openOwnDatabase } from "./own-database.ts";
import { besideSystem } from "./system.ts";

/*
 * The success of swaps of 10,000 stations with some 24 attempts a day, of which 1.3 % failed, and what it costs to decide attempts. Meanwhile a
 * fleet reports to a system on the same machine.
 *
 * node bench/swap-success.ts [--stations 10000] [--quiet]
 */
const fleet = fleetOptions(10_000);
const ORGANIZATIONS = Math.ceil(fleet.stations / 50);
const DAYS = 60;
const GROUPS = 60;
/** The goal for 30 days. */
const CALL_MS = 300;
const now = Date.now();

const database = await openOwnDatabase();
try {
  console.log(`${circumstances(fleet)}; embedded PostgreSQL without fsync`);
  await fillFleet(
    database.ownerUrl,
    { stations: fleet.stations, organizations: ORGANIZATIONS, days: 1, now },
    console.log,
  );
  const owner = connectWithoutTimeouts(database.ownerUrl);
  await fillAttempts(owner);
  await besideSystem(fleet, async () => {
    await measureCalls();
    await measureDecisions(owner, everyTenant(database.db));
  });
  await owner.destroy();
} finally {
  await database.stop();
}

/** Attempts by day, those that failed, and their groups. */
async function fillAttempts(db: Db): Promise<void> {
  await sql`update installation set swaps_counted_since = now() - interval '1 year'`.execute(db);
  await sql`
    insert into error_groups (title, station_type, state_since, first_seen, last_seen)
    select 'Part ' || number || ' did not report home', 'atlas', now(), now(), now() from generate_series(1, ${GROUPS}::integer) number`.execute(
    db,
  );
  await sql`
    insert into error_fingerprints (digest, version, station_type, pattern, group_id)
    select id::text, 1, 'atlas', title, id from error_groups`.execute(db);
  await sql`alter table swap_attempts disable trigger all`.execute(db);
  for (let ago = DAYS - 1; ago >= 0; ago -= 1) {
    const day = new Date(now - ago * DAY_MS).toISOString().slice(0, 10);
    await sql`
      insert into swap_days (station_name, day, firmware, org_id, station_type, succeeded, with_errors, failed, maintenance)
      select name, ${day}::date, case when random() < 0.7 then '1.4.2' else '1.4.3' end, org_id, station_type, 16 + floor(16 * random()), random() * 0.6,
        case when random() < 0.26 then 1 else 0 end, 0
      from stations`.execute(db);
    await sql`
      insert into swap_attempts (station_name, error_id, at, outcome, errors, fingerprint_id, firmware, org_id, station_type, in_maintenance)
      select station_name, ${ago}::integer * 100000 + row_number() over (), day + random() * interval '24 hours', 'failed', 1,
        1 + floor(${GROUPS}::integer * power(random(), 2)), firmware, org_id, station_type, false
      from swap_days where day = ${day}::date and failed > 0`.execute(db);
  }
  await sql`alter table swap_attempts enable trigger all`.execute(db);
  await sql`
    insert into readiness_days (station_name, day, org_id, ready_s, limited_s, not_ready_s, unknown_s, maintenance_s, not_recorded_s,
      uncounted_s, link_s, outages, outage_s, longest_s, open_s, continued, lost_ids, lost_s, limited_ids, limited_cause_s)
    select distinct on (station_name, day) station_name, day, org_id, 80000, 4000, 2000, 400, 0, 0, 0, 86000, 1, 2000, 2000, 0, false, '{1}', '{2000}', '{2}', '{4000}'
    from swap_days order by station_name, day`.execute(db);
  await sql`
    insert into readiness_day_sums (day, org_id, ready_s, limited_s, not_ready_s, unknown_s, maintenance_s, not_recorded_s,
      uncounted_s, link_s, outages, outage_s, longest_s, continued)
    select day, org_id, sum(ready_s), 0, 0, 0, 0, 0, 0, sum(link_s), 0, 0, 0, 0 from readiness_days group by day, org_id`.execute(
    db,
  );
  await sql`insert into readiness_rollup (until) values (current_date)`.execute(db);
  await sql`
    insert into swap_totals (by_hour, start, org_id, station_type, firmware, succeeded, with_errors, failed, maintenance)
    select false, day, org_id, station_type, firmware, sum(succeeded), sum(with_errors), sum(failed), sum(maintenance)
    from swap_days group by 1, 2, 3, 4, 5`.execute(db);
  await sql`
    insert into swap_thirds (station_name, third, firmware, org_id, station_type, succeeded, with_errors, failed, maintenance)
    select station_name, month_third(day), firmware, org_id, min(station_type), sum(succeeded), sum(with_errors), sum(failed), sum(maintenance)
    from swap_days group by 1, 2, 3, 4`.execute(db);
  await sql`vacuum (analyze)`.execute(db);
}

async function measureCalls(): Promise<void> {
  const admin = await callerFor("admin");
  const manager = await callerFor({ managerOf: 2 });
  const period = (days: number) =>
    `/api/statistics/swap-success?from=${dayBefore(days - 1)}&to=${new Date(now).toISOString().slice(0, 10)}`;
  const rows = [
    ["30 days of all stations", () => admin(period(30)), CALL_MS],
    ["30 days of all stations, one firmware", () => admin(`${period(30)}&firmware=1.4.3`), CALL_MS],
    ["30 days of all stations, one type", () => admin(`${period(30)}&station_type=atlas`), CALL_MS],
    ["30 days of all stations, as a file", () => admin(`${period(30)}&limit=10000`), null],
    ["30 days of one organization", () => manager(period(30)), CALL_MS],
  ] as const;
  console.log("\n| call | median | p95 | bytes | goal |\n|---|---|---|---|---|");
  for (const [name, call, goalMs] of rows) {
    const { median, p95 } = await measure(call);
    const reached = goalMs === null ? "" : goal(`${goalMs} ms`, p95 <= goalMs);
    console.log(`| ${name} | ${ms(median)} ms | ${ms(p95)} ms | ${await call()} | ${reached} |`);
  }
}

/** What it costs to decide the attempts of as many stations as report swaps in five seconds, each with a swap and a pad that became empty. */
async function measureDecisions(owner: Db, db: Db): Promise<void> {
  const at = (nth: number) => new Date(now + nth * 10_000).toISOString();
  const stations = Math.ceil(fleet.stations / 700);
  const times = await measure(async (nth) => {
    await sql`
      with stored as (
        insert into swap_pieces (station_name, event_id, at, kind, swaps, firmware, org_id, station_type, in_maintenance)
        select name, kind || ${nth}::integer, ${at(nth)}::timestamptz, kind, 1, '1.4.2', org_id, 'atlas', false
        from (select name, org_id from stations order by name offset ${nth * stations} limit ${stations}) s
        cross join (values ('swap'), ('pad_empty')) k(kind) returning station_name
      )
      insert into swap_progress (station_name, due) select distinct station_name, ${at(nth)}::timestamptz from stored
      on conflict (station_name) do update set due = excluded.due`.execute(owner);
  });
  const whole = await measure(async (nth) => {
    await sql`update swap_progress set due = ${at(0)}::timestamptz where station_name in (
      select name from stations order by name offset ${nth * stations} limit ${stations})`.execute(owner);
    await decideAttempts(db, now + DAY_MS);
  });
  console.log(
    `\n${stations} stations are decided in ${ms(whole.median)} ms (storing their pieces took ${ms(times.median)} ms)`,
  );
}

function dayBefore(days: number): string {
  return new Date(now - days * DAY_MS).toISOString().slice(0, 10);
}

/** Calls the API; returns the bytes that are sent. */
async function callerFor(who: Parameters<typeof appFor>[0]): Promise<(url: string) => Promise<number>> {
  const app = await appFor(who);
  swapAttemptRoutes(app, { db: database.db, now: () => now });
  return async (url) => {
    const { statusCode, body, rawPayload } = await app.inject({ url });
    if (statusCode !== 200) throw new Error(`${url} returned ${statusCode}: ${body}`);
    return rawPayload.length;
  };
}
