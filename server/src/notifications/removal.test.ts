import { DAY_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { loggedNotifications, notificationRig } from "../../test/notification-rig.ts";
import { removeRows } from "../../test/retention.ts";

const { db } = await testDatabase();
const rig = await notificationRig(db);

test("notifications, messages and attempts are removed after 90 days", async () => {
  await sql`insert into jobs (kind, key, receiver, payload, created)
    select 'message', 'msg_' || days, 'channel:1', '{}', now() - make_interval(days => days) from unnest(array[89, 91]) days`.execute(
    db,
  );
  await sql`insert into message_attempts (message_id, ms, why, answer) select key, 1, 'HTTP 200.', '' from jobs`.execute(
    db,
  );
  await sql`
    insert into notifications (created, org_id, type, title, recipient, group_key, urgent, message_id)
    select created, ${rig.orgs.harbor}, 'started', key, 'channel:1', 'x', false, key from jobs`.execute(db);
  for (const table of ["notifications", "jobs"]) await removeRows(db, table, Date.now());
  expect(await loggedNotifications(db)).toMatchObject([{ title: "msg_89", message: "msg_89" }]);
  const found =
    await sql`select m.key as id, a.why from jobs m join message_attempts a on a.message_id = m.key`.execute(db);
  expect(found.rows).toEqual([{ id: "msg_89", why: "HTTP 200." }]);
  await removeRows(db, "notifications", Date.now() + 2 * DAY_MS);
  expect(await loggedNotifications(db)).toEqual([]);
});

test("notifications of an alert that is still active are kept, because its end is sent to the same recipients", async () => {
  const rule = await rig.addRule();
  const [active, ended] = [await rig.addAlert([rule]), await rig.addAlert([rule])];
  await sql`update alerts set ended_at = now(), end_reason = 'x' where id = ${ended}`.execute(db);
  await sql`
    insert into notifications (created, org_id, type, alert_id, title, rule_id, recipient, group_key, urgent, result)
    select now() - interval '91 days', ${rig.orgs.harbor}, 'started', id, 'x', ${rule}, 'channel:1', 'x', false, 'delivered' from alerts`.execute(
    db,
  );
  for (const table of ["notifications", "jobs"]) await removeRows(db, table, Date.now());
  expect(await loggedNotifications(db)).toMatchObject([{ alert: active }]);
});
