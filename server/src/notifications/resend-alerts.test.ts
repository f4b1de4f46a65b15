import { beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import { STATION } from "../../test/forming-rig.ts";
import { sendingRig } from "../../test/sending-rig.ts";
import { findStoredChannel } from "../channels/index.ts";
import { resendAlerts } from "./resend-alerts.ts";

const sending = await sendingRig();
const { db, receiver, resending, rig } = sending;

beforeEach(async () => {
  await sending.reset();
  receiver.received.splice(0);
});

async function resend(channel: number): Promise<void> {
  const stored = await findStoredChannel(db, channel, null);
  if (stored) await resendAlerts(resending, stored);
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
