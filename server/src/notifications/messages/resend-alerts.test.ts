import { beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import { silentReceiver } from "../../../test/http-receiver.ts";
import { STATION } from "../../../test/forming-rig.ts";
import { sendingRig } from "../../../test/sending-rig.ts";
import { findStoredChannel } from "../../channels/index.ts";
import { RESENT_AT_ONCE, resendAlerts, startResending } from "./resend-alerts.ts";

const sending = await sendingRig();
const { db, receiver, resending, rig } = sending;

beforeEach(async () => {
  await sending.reset();
  receiver.received.splice(0);
});

async function resend(channel: number): Promise<void> {
  const stored = await findStoredChannel(db, channel, null);
  if (stored) await resendAlerts(resending, stored, new AbortController().signal);
}

test("an Alertmanager gets the open alerts that it was sent again, with an end that is some minutes ahead", async () => {
  const channel = await rig.addChannel({ kind: "alertmanager", address: receiver.url });
  const rule = await rig.addRule({ channels: [channel], name: "Station offline" });
  const open = await sending.alert(rule, { station_name: STATION, severity: "urgent" });
  const [ended, maintained] = [await sending.alert(rule), await sending.alert(rule)];
  await sending.form(1);
  await sending.deliver();
  const unsent = await sending.alert(rule);
  await sending.end(ended);
  await sql`update alerts set in_maintenance = true where id = ${maintained}`.execute(db);
  await resend(channel);
  expect(receiver.received.map(({ path }) => path)).toEqual(["/api/v2/alerts"]);
  const [alert, ...others]: { labels: object; endsAt: string }[] = JSON.parse(receiver.received[0]?.body ?? "");
  expect([others, unsent > open]).toEqual([[], true]);
  const labels = { alertname: "offline", severity: "critical", alert: String(open), station: STATION };
  expect(alert).toMatchObject({ labels, annotations: { summary: "Offline" } });
  expect(Date.parse(alert?.endsAt ?? "")).toBeGreaterThan(Date.now() + 60_000);
});

test("an Alertmanager does not get alerts of a station that has moved to another organization", async () => {
  const channel = await rig.addChannel({ kind: "alertmanager", address: receiver.url });
  const rule = await rig.addRule({ channels: [channel] });
  const alert = await sending.alert(rule);
  await sending.form(1);
  await sending.deliver();
  await sql`update alerts set org_id = ${rig.orgs.field} where id = ${alert}`.execute(db);
  await resend(channel);
  expect(receiver.received).toEqual([]);
});

test("an alert that begins again by its rule is not sent again before its new start", async () => {
  const channel = await rig.addChannel({ kind: "alertmanager", address: receiver.url });
  const rule = await rig.addRule({ channels: [channel], group_by: "hour" });
  const alert = await sending.alert(rule);
  await sending.form(1);
  await rig.notify([{ type: "ended", alert, rule }]);
  await sending.deliver();
  await sql`update alert_matches set since = now() + interval '1 minute' where alert_id = ${alert}`.execute(db);
  await rig.notify([{ type: "started", alert, rule }], Date.now() + 60_000);
  await resend(channel);
  expect(receiver.received).toEqual([]);
});

/** Adds an Alertmanager that has got this many open alerts. */
async function addOpen(count: number, address = receiver.url): Promise<number> {
  const channel = await rig.addChannel({ kind: "alertmanager", address });
  const rule = await rig.addRule({ channels: [channel] });
  await sql`
    with opened as (
      insert into alerts (kind, subject, org_id, severity, title, detail, since)
      select 'offline', ${channel} || ':' || i, ${rig.orgs.harbor}, 'warning', 'Offline', '', now() from generate_series(1, ${count}) i
      returning id
    )
    insert into notifications (org_id, type, alert_id, title, rule_id, recipient, channel_id, group_key, urgent, passes_quiet, send_after, result)
    select ${rig.orgs.harbor}, 'started', id, 'Offline', ${rule}, 'channel:' || ${channel}, ${channel}, '', false, false, now(), 'delivered'
    from opened`.execute(db);
  return channel;
}

test("all open alerts are sent again, however many there are", async () => {
  const count = 11 * RESENT_AT_ONCE + 1;
  await resend(await addOpen(count));
  const sent = receiver.received.flatMap(({ body }): { labels: { alert: string } }[] => JSON.parse(body));
  expect(receiver.received).toHaveLength(12);
  expect(new Set(sent.map(({ labels }) => labels.alert)).size).toBe(count);
});

test("after a request that failed, an Alertmanager gets no others until the next round", async () => {
  receiver.answers.status = 503;
  await resend(await addOpen(2 * RESENT_AT_ONCE));
  receiver.answers.status = 200;
  expect(receiver.received).toHaveLength(1);
});

test("an Alertmanager that does not answer does not hold up the others", async () => {
  const silent = await silentReceiver();
  await addOpen(1, silent.url);
  await addOpen(1);
  const part = startResending(resending);
  await expect.poll(() => [silent.requests(), receiver.received.length]).toEqual([1, 1]);
  const stopped = part.stop();
  silent.closeConnections();
  await stopped;
});
