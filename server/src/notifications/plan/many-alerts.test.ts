import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/database.ts";
import { rowsHandled } from "../../../test/plans.ts";
import { addOrganization } from "../../../test/stations.ts";
import { selectEarlierRecipients } from "./event-queries.ts";

const { asOwner, db, url } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
await sql`
  insert into users (org_id, email) select ${orgId}, n || '@harbor.example' from generate_series(1, 10) n`.execute(db);

/** Adds notifications of alerts to ten people: that each began and ended. */
const addNotified = (from: number, to: number) => sql`
  insert into notifications (org_id, type, alert_id, title, rule_id, recipient, user_id, group_key, urgent, result)
  select ${orgId}, type, alert, 'Offline', 1, 'email:' || u.id, u.id, 'all', true, 'delivered'
  from generate_series(${from}::integer, ${to}::integer) alert cross join users u cross join (values ('started'), ('repeated'), ('ended')) t(type)`;

test("who was notified of many alerts is found by reading each notification once, with statistics of the time before", async () => {
  await addNotified(1, 1).execute(db);
  await asOwner(sql`analyze notifications`);
  await addNotified(2, 500).execute(db);
  const alerts = Array.from({ length: 100 }, (_, nth) => nth + 200);
  expect(await selectEarlierRecipients(db, alerts)).toHaveLength(1_000);
  // Each is returned by some steps of the plan.
  expect(await rowsHandled(url, (on) => selectEarlierRecipients(on, alerts))).toBeLessThan(40 * 3_000);
});
