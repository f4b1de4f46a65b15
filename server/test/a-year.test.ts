import { DAY_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { findRules } from "../src/alerts/rules/rule-queries.ts";
import { inTransaction, type Db } from "../src/platform/db/index.ts";
import { removePiece } from "../src/start/retention-queries.ts";
import { testDatabase } from "./database.ts";
import { keptIn } from "./retention.ts";
import { rowsRead } from "./rows-read.ts";
import { addOrganization, addStation } from "./stations.ts";

const SUPPORT = { seesStaff: true, support: "Groundcrew Support" };
/** What an installation gathers in some months, spread over three years. PostgreSQL analyzes all of them, and no random ones. */
const ROWS = 7_300;
/** How many rows are removed at a time. */
const PIECE = 250;
const { db, asOwner } = await testDatabase();
const org_id = await addOrganization(db, "Harbor Air");
const station = await addStation(db, { name: "gc-000000000101", org_id });
/** When row `n` happened. */
const AGO = sql`now() - n * interval '3 years' / ${ROWS}`;
const analyze = () => asOwner(sql`analyze`);
const NOW = Date.now();

test("rows that a connection read before are not counted", async () => {
  const read = (tx: Db) => sql`select count(*) from stations`.execute(tx);
  await inTransaction(db, read);
  expect(await rowsRead(db, read)).toBe(1);
});

test("the list of rules reads what their last week was, not all that they have ever found", async () => {
  const rule = await sql<{ id: number }>`
    insert into alert_rules (org_id, name, kind, condition, severity, scope, auto_join, channels, group_by, tells_recovery, steps, enabled, edited_by)
    values (${org_id}, 'Offline', 'offline', '{"kind":"offline","minutes":10}', 'urgent', '{"kind":"all"}', true, '{}', 'alert', true, '[]', true, 'a')
    returning id`.execute(db);
  const id = rule.rows[0]?.id ?? 0;
  await sql`
    with made as (
      insert into alerts (kind, subject, station_name, org_id, severity, title, detail, since, fired_at, ended_at, end_reason)
      select 'offline', 'station:' || n, ${station}, ${org_id}, 'urgent', 'Offline', '', ${AGO}, ${AGO}, ${AGO}, 'Online again'
      from generate_series(1, ${ROWS}::integer) n returning id, fired_at
    )
    insert into alert_matches (alert_id, rule_id, since, ended_at) select id, ${id}, fired_at, fired_at from made`.execute(
    db,
  );
  await analyze();
  expect(await rowsRead(db, (tx) => findRules(tx, [id], SUPPORT))).toBeLessThan(ROWS / 50);
  const [found] = await findRules(db, [id], SUPPORT);
  expect(found?.firing).toBe(0);
  expect(found?.alerts_7d).toBeGreaterThan(ROWS / 200);
});

test.each([
  {
    name: "ended alerts",
    table: "alerts",
    // Without those of the test before.
    add: sql`with others as (delete from alerts)
      insert into alerts (kind, subject, org_id, severity, title, detail, since, fired_at, ended_at, end_reason)
      select 'offline', 'old:' || n, ${org_id}, 'urgent', 'Offline', '', ${AGO}, ${AGO}, ${AGO}, 'Online again'
      from generate_series(1, ${ROWS}::integer) n`,
  },
  {
    name: "ownership histories",
    table: "ownership_history",
    add: sql`insert into ownership_history (kind, subject, at, action, owner)
      select 'station', ${station}, ${AGO}, 'expired', 'Lee Tran' from generate_series(1, ${ROWS}::integer) n`,
  },
  {
    name: "ended maintenance",
    table: "maintenance_windows",
    add: sql`insert into maintenance_windows (station_name, why, by_name, by_staff, starts, ends, ended_at)
      select ${station}, 'New gate', 'Lee Tran', false, ${AGO}, ${AGO} + interval '1 minute', ${AGO} + interval '1 minute'
      from generate_series(1, ${ROWS}::integer) n`,
  },
])("$name of more than two years are removed in pieces that read only what they remove", async ({ table, add }) => {
  await add.execute(db);
  await analyze();
  for (const kept of keptIn(table)) {
    const remove = (tx: Db) => removePiece(tx, { ...kept, ms: 730 * DAY_MS }, { now: NOW, limit: PIECE });
    expect(await rowsRead(db, remove)).toBeLessThan(10 * PIECE);
    let removed = PIECE;
    for (let count = PIECE; count === PIECE; removed += count) count = await remove(db);
    expect(removed / ROWS).toBeCloseTo(1 / 3, 2);
  }
});
