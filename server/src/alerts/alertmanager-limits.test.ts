import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { callsRig } from "../../test/calls-rig.ts";
import { addCallers } from "../../test/callers.ts";
import { mailServer } from "../../test/mail-server.ts";
import { CHANNEL_SECRETS, channelRoutes, PAGER_DUTY } from "../channels/index.ts";
import { openSealer } from "../lib/index.ts";
import { openMailer } from "../mail/index.ts";
import { openWebhooks } from "../webhooks/index.ts";
import { throttleIn } from "../throttle/index.ts";
import { alertmanagerRoutes } from "./index.ts";

const smtp = await mailServer();
const senders = {
  mailer: openMailer({ smtpUrl: smtp.url, from: "console@groundcrew.example", dataDir: "", log: { warn: () => {} } }),
  webhooks: openWebhooks({ allowPrivate: true }),
  origin: "https://groundcrew.example",
  product: "Groundcrew",
  installation: { id: "3f2a9c1d", firstAlert: 1 },
  pagerDuty: PAGER_DUTY,
  now: () => Date.now(),
};
const sealer = openSealer("a key for tests alone", CHANNEL_SECRETS);
const clock = { ms: Date.parse("2026-11-21T10:00:00.000Z") };
const rig = await callsRig({
  now: () => clock.ms,
  add({ app, db, every }) {
    channelRoutes(app, { db, sealer, senders });
    alertmanagerRoutes(app, {
      every,
      sealer,
      brand: { product: "Groundcrew" },
      throttle: throttleIn(db, () => new Date(clock.ms)),
      now: () => clock.ms,
    });
  },
});
const { db } = rig;
await addCallers(rig);

const diskFull = {
  status: "firing",
  labels: { alertname: "DiskFull", severity: "critical" },
  annotations: { summary: "The disk of db-1 is full" },
  startsAt: "2026-11-21T09:52:26.739266876+02:00",
  fingerprint: "c2a7b3d4e5f60718",
};
const resolved = { ...diskFull, status: "resolved" };
const message = (...alerts: object[]) => ({ version: "4", alerts });

beforeEach(async () => {
  await sql`delete from alerts`.execute(db);
  await sql`delete from channels`.execute(db);
});

type Made = { channel: { id: number; rev: number }; secret: string };

async function receiver(name = "Server's alerts"): Promise<Made> {
  const body = { kind: "alertmanager_in", name, address: "" };
  const reply = await rig.call("admin", "/channels", { method: "POST", body });
  expect([reply.statusCode, reply.body]).toEqual([201, expect.any(String)]);
  return reply.json();
}

const send = (token: string, body: unknown) =>
  rig.call("nobody", "/alerts/alertmanager", { method: "POST", body, headers: { authorization: `Bearer ${token}` } });

test("repeated messages are one entry of the audit, and each change is one", async () => {
  const { channel, secret } = await receiver();
  const entries = async () => {
    const found = await db
      .selectFrom("audit_entries")
      .select(["actor", "after"])
      .orderBy("id")
      .where("action", "=", "receiveAlertmanagerAlerts")
      .where("target", "=", `channel ${channel.id}`)
      .execute();
    return found.map(({ actor, after }) => `${actor} ${JSON.stringify(after)}`);
  };
  for (let times = 0; times < 5; times += 1) await send(secret, message(diskFull));
  await send(secret, message({ ...diskFull, annotations: { summary: "Nearly full" } }));
  for (let times = 0; times < 3; times += 1) await send(secret, message(resolved));
  const actor = `channel ${channel.id}`;
  expect(await entries()).toEqual([
    `${actor} {"firing":1,"resolved":0}`,
    `${actor} {"firing":1,"resolved":0}`,
    `${actor} {"firing":0,"resolved":1}`,
  ]);
});

test("a wrong token is refused before the body is read, and one that is repeated has to wait, while the right one need not", async () => {
  const { secret } = await receiver();
  // A body that is not even JSON.
  const wrong = () =>
    rig.app.inject({
      method: "POST",
      url: "/api/alerts/alertmanager",
      headers: { authorization: "Bearer wrong", "content-type": "application/json" },
      payload: "{".repeat(2_000_000),
    });
  expect((await wrong()).statusCode).toBe(401);
  for (let times = 0; times < 20; times += 1) await wrong();
  expect((await wrong()).statusCode).toBe(429);
  expect((await send(secret, message(diskFull))).statusCode).toBe(204);
});

test("at most 1,000 alerts of a channel are active, and what is resolved or known is accepted still", async () => {
  const { secret } = await receiver();
  const numbered = (from: number, count: number) =>
    Array.from({ length: count }, (_, nth) => ({ ...diskFull, fingerprint: (from + nth).toString(16) }));
  expect((await send(secret, message(...numbered(1, 1_000)))).statusCode).toBe(204);
  const more = await send(secret, message({ ...resolved, fingerprint: "1" }, ...numbered(2, 5), ...numbered(2_000, 3)));
  expect([more.statusCode, more.json().detail]).toEqual([
    422,
    "At most 1000 alerts of a channel can be active. 2 alerts of this message were left out.",
  ]);
  const active = await db.selectFrom("alerts").select("id").where("ended_at", "is", null).execute();
  expect(active).toHaveLength(1_000);
});
