import { sql } from "kysely";
import { expect } from "vitest";
import { alertmanagerRoutes } from "../src/alerts/index.ts";
import { channelRoutes } from "../src/channels/index.ts";
import { throttleIn } from "../src/platform/throttle/index.ts";
import { addCallers } from "./callers.ts";
import { callsRig } from "./calls-rig.ts";
import { mailServer } from "./mail-server.ts";
import { sealer } from "./notification-rig.ts";
import { testSenders } from "./senders.ts";

export type Made = { channel: { id: number; rev: number }; secret: string };

/** The calls by which Alertmanagers send alerts, and channels that receive them, with a clock of the test's own. */
export async function alertmanagerRig() {
  const senders = testSenders({ smtpUrl: (await mailServer()).url });
  const clock = { ms: Date.parse("2026-11-21T10:00:00.000Z") };
  const now = () => clock.ms;
  const rig = await callsRig({
    now,
    add({ app, db, every }) {
      channelRoutes(app, { db, sealer, senders });
      const throttle = throttleIn(db, () => new Date(clock.ms));
      alertmanagerRoutes(app, { every, sealer, brand: { product: "Groundcrew" }, throttle, now });
    },
  });
  await addCallers(rig);

  return {
    ...rig,
    clock,
    /** Removes all alerts and channels. */
    clear: async (): Promise<void> => {
      await sql`delete from alerts`.execute(rig.db);
      await sql`delete from channels`.execute(rig.db);
    },
    /** Adds a channel that receives alerts. */
    receiver: async (name = "Server's alerts"): Promise<Made> => {
      const body = { kind: "alertmanager_in", name, address: "" };
      const reply = await rig.call("admin", "/channels", { method: "POST", body });
      expect([reply.statusCode, reply.body]).toEqual([201, expect.any(String)]);
      return reply.json();
    },
    send: (token: string, body: unknown) =>
      rig.call("nobody", "/alerts/alertmanager", {
        method: "POST",
        body,
        headers: { authorization: `Bearer ${token}` },
      }),
  };
}

/** An alert as Alertmanager 0.28 sends it. */
export const diskFull = {
  status: "firing",
  labels: { alertname: "DiskFull", instance: "db-1:9100", job: "node", severity: "critical" },
  annotations: { summary: "The disk of db-1 is full", description: "2 % are left.\nClean it up." },
  startsAt: "2026-11-21T09:52:26.739266876+02:00",
  endsAt: "0001-01-01T00:00:00Z",
  generatorURL: "http://prometheus-0:9090/graph?g0.expr=disk",
  fingerprint: "C2A7B3D4E5F60718",
};
export const resolved = { ...diskFull, status: "resolved", endsAt: "2026-11-21T10:05:00.000Z" };

/** A message as Alertmanager 0.28 sends it. */
export function message(...alerts: object[]) {
  return {
    receiver: "groundcrew",
    status: "firing",
    alerts,
    groupLabels: { alertname: "DiskFull" },
    commonLabels: { alertname: "DiskFull", severity: "critical" },
    commonAnnotations: {},
    externalURL: "http://alertmanager-0:9093",
    version: "4",
    groupKey: '{}:{alertname="DiskFull"}',
    truncatedAlerts: 0,
    groupFingerprint: "f5d1bd6b0e1f9b4a",
  };
}
