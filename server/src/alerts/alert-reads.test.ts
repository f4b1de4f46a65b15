import { sql } from "kysely";
import { expect, test } from "vitest";
import { readsOf } from "../../test/plans.ts";
import { callsRig, FIELD, HARBOR, INVENTED } from "../../test/calls-rig.ts";
import { selectAlertHistory, selectStationsOf } from "./alert-details-queries.ts";
import { findAlert, selectAlerts, summarizeActive } from "./alert-queries.ts";
import type { AlertViewer } from "./alert-viewer.ts";

const { db, url, asOwner, orgs } = await callsRig({ now: Date.now, add: () => {} });
// 2,000 active alerts, of which each second one is acknowledged and each fifth muted, and 12,000 that have ended.
const support: AlertViewer = { userId: 1, name: "Kari", side: 0, orgId: null, seesAll: true, support: "Support" };
const harbor: AlertViewer = { ...support, side: orgs.harbor, orgId: orgs.harbor, seesAll: false };
await db.insertInto("users").values({ email: "kari@groundcrew.example", org_id: orgs.provider }).execute();
await sql`
  insert into alerts (kind, subject, station_name, org_id, severity, title, detail, since, ended_at, end_reason)
  select 'offline', 'station:' || n, case when n % 20 = 0 then ${HARBOR} else ${FIELD} end,
    case when n % 20 = 0 then ${orgs.harbor}::integer else ${orgs.field}::integer end, case when n % 3 = 0 then 'urgent' else 'warning' end,
    'Offline', '', now() - n * interval '1 minute', case when n > 2000 then now() - n * interval '1 minute' end,
    case when n > 2000 then 'Online again' end
  from generate_series(1, 14000) n`.execute(db);
await sql`
  insert into ownerships (kind, subject, owner_id, by_name, assigned_at, acknowledged_at, until, rev)
  select 'alert', id::text, 1, 'Kari', now(), now(), now() + interval '1 day', id from alerts where ended_at is null and id % 2 = 0`.execute(
  db,
);
await sql`
  insert into alert_mutes (alert_id, side, until, by_name, why, level, severity)
  select id, 0, now() + interval '1 day', 'Kari', 'RuleState', 1, severity from alerts where ended_at is null and id % 5 = 0`.execute(
  db,
);
await sql`insert into alert_history (alert_id, at, what) select id, since, 'Began: Offline' from alerts`.execute(db);
for (const table of ["alerts", "ownerships", "alert_mutes", "alert_history", "stations"]) {
  await asOwner(sql`vacuum analyze ${sql.table(table)}`);
}

const query = { own: "all", limit: 100, now: Date.now() } as const;
const ACTIVE = 2_000;

/** Rows of alerts that were read, and whether any part of a large table was read without an index. */
async function alertsRead(work: Parameters<typeof readsOf>[1]) {
  const reads = await readsOf(url, work);
  const ofAlerts = reads.filter(({ table }) => table === "alerts" || table === "alert_history");
  expect(ofAlerts.filter(({ how }) => how === "Seq Scan")).toEqual([]);
  return ofAlerts.reduce((sum, { rows }) => sum + rows, 0);
}

test("a page of active alerts reads those that are active once, and few others", async () => {
  const first = await selectAlerts(db, support, query);
  expect(first.alerts).toHaveLength(100);
  expect(first.counts).toMatchObject({ all: ACTIVE, muted: 400, acknowledged: 800 });
  for (const cursor of [undefined, first.next ?? undefined]) {
    expect(await alertsRead((db) => selectAlerts(db, support, { ...query, cursor }))).toBeLessThan(ACTIVE + 800);
  }
  expect(await alertsRead((db) => summarizeActive(db, support, query.now))).toBeLessThan(ACTIVE + 800);
});

test("the alerts of one station are those of its row", async () => {
  const { alerts } = await selectAlerts(db, support, { ...query, station: HARBOR });
  expect(alerts).toHaveLength(100);
  expect(new Set(alerts.map(({ org_id }) => org_id))).toEqual(new Set([orgs.harbor]));
  expect((await selectAlerts(db, support, { ...query, station: INVENTED })).alerts).toEqual([]);
});

test("a page of ended alerts reads no other ended ones, also far down the list", async () => {
  const ended = { ...query, section: "ended" } as const;
  let cursor: string | undefined;
  for (let page = 0; page < 5; page += 1)
    cursor = (await selectAlerts(db, support, { ...ended, cursor })).next ?? undefined;
  expect(await alertsRead((db) => selectAlerts(db, support, { ...ended, cursor }))).toBeLessThan(ACTIVE + 800);
});

test("what a customer reads does not grow with the alerts of others", async () => {
  const { counts } = await selectAlerts(db, harbor, query);
  expect(counts).toMatchObject({ all: 100, muted: 0 });
  expect(await alertsRead((db) => selectAlerts(db, harbor, query))).toBeLessThan(1_000);
  expect(await alertsRead((db) => selectAlerts(db, harbor, { ...query, section: "ended" }))).toBeLessThan(2_000);
});

test("one alert with its stations and history is read by indexes", async () => {
  const { alerts } = await selectAlerts(db, support, query);
  const [alert] = alerts;
  if (!alert) throw new Error("There is no alert.");
  const read = await alertsRead(async (db) => {
    await findAlert(db, support, alert.id);
    await selectAlertHistory(db, support, alert.id);
  });
  expect(read).toBeLessThan(20);
  expect(await alertsRead((db) => selectStationsOf(db, support, alert))).toBeLessThan(10_000);
});
