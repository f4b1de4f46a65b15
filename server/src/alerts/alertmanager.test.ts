import { valuesIn } from "../../test/database.ts";
import { ALERTMANAGER_ALERTS_MAX } from "@groundcrew/shared/alerts";
import { defaultBrand } from "@groundcrew/shared/brand";
import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import { alertmanagerRig, diskFull, message, resolved, type Made } from "../../test/alertmanager-rig.ts";
import { Board } from "../stations/index.ts";
import { Evaluation } from "./evaluation/evaluation.ts";

const rig = await alertmanagerRig();
const { clock, db, receiver, send } = rig;

beforeEach(async () => {
  // So that the starts and ends of other tests do not count as flapping.
  clock.ms += 2 * HOUR_MS;
  await rig.clear();
});

async function stored() {
  const found = await sql`
    select subject, kind, severity, title, detail, org_id, station_name, since, ended_at is not null as ended, end_cause, end_reason, rev
    from alerts order by id`.execute(db);
  return found.rows;
}

const shown = {
  subject: expect.stringMatching(/^external:\d+:c2a7b3d4e5f60718$/),
  kind: "external",
  severity: "urgent",
  title: "The disk of db-1 is full",
  detail: "2 % are left. Clean it up.",
  org_id: null,
  station_name: null,
  since: "2026-11-21T07:52:26.739Z",
  ended: false,
  end_cause: null,
  end_reason: null,
  rev: 1,
};

test("a firing alert becomes an alert for staff, and repeated messages change nothing", async () => {
  const { secret } = await receiver();
  const replies = await Promise.all(Array.from({ length: 4 }, () => send(secret, message(diskFull))));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204]);
  await send(secret, message(diskFull));
  expect(await stored()).toEqual([shown]);
  const matches = await sql`select rule_id, ended_at from alert_matches`.execute(db);
  expect(matches.rows).toEqual([{ rule_id: 0, ended_at: null }]);
  expect(await valuesIn(db, "notifications", "id")).toEqual([]);
});

test("a resolved alert ends, also when the message is repeated, and begins again when it fires again", async () => {
  const { secret } = await receiver();
  expect((await send(secret, message(resolved))).statusCode).toBe(204);
  expect(await stored()).toEqual([]);
  await send(secret, message(diskFull));
  for (let times = 0; times < 2; times += 1) expect((await send(secret, message(resolved))).statusCode).toBe(204);
  expect(await stored()).toEqual([
    { ...shown, ended: true, end_cause: "condition", end_reason: "Resolved by Alertmanager", rev: 2 },
  ]);
  await send(secret, message(diskFull));
  expect(await stored()).toMatchObject([{ ended: true }, { ended: false }]);
});

test("an alert that is sent again with other texts or another severity is changed", async () => {
  const { secret } = await receiver();
  await send(secret, message(diskFull));
  const labels = { ...diskFull.labels, severity: "warning" };
  await send(secret, message({ ...diskFull, labels, annotations: { summary: "The disk of db-1 is nearly full" } }));
  expect(await stored()).toEqual([
    {
      ...shown,
      severity: "warning",
      title: "The disk of db-1 is nearly full",
      detail: "instance=db-1:9100, job=node",
      rev: 2,
    },
  ]);
});

test("several alerts of a message are separate, and one without texts has its name", async () => {
  const { secret } = await receiver();
  const watchdog = { ...diskFull, labels: { alertname: "Watchdog" }, annotations: {}, fingerprint: "1" };
  const nameless = { ...diskFull, labels: {}, annotations: { summary: " \u0000 " }, fingerprint: "2" };
  expect((await send(secret, message(diskFull, watchdog, nameless))).statusCode).toBe(204);
  expect((await stored()).map((alert) => Object(alert).title)).toEqual([
    "The disk of db-1 is full",
    "Watchdog",
    "Alert without a name",
  ]);
  await send(secret, message(resolved, watchdog));
  expect((await stored()).map((alert) => Object(alert).ended)).toEqual([true, false, false]);
});

test("only the token of a channel is accepted, the previous one for a day, and none while the channel is paused", async () => {
  const { channel, secret } = await receiver();
  for (const wrong of ["", `${secret}x`, secret.slice(0, -1), "amt_", "harbor key"]) {
    expect((await send(wrong, message(diskFull))).statusCode).toBe(401);
  }
  expect(
    (await rig.call("admin", "/alerts/alertmanager", { method: "POST", body: message(diskFull) })).statusCode,
  ).toBe(401);
  const renewal = { method: "POST", body: { rev: channel.rev } } as const;
  const renewed = (await rig.call("admin", `/channels/${channel.id}/secret`, renewal)).json();
  expect((await send(secret, message())).statusCode).toBe(204);
  expect((await send(renewed.secret, message())).statusCode).toBe(204);
  await sql`update channels set old_secret_until = now() - interval '1 second'`.execute(db);
  expect((await send(secret, message())).statusCode).toBe(401);
  await sql`update channels set paused = now()`.execute(db);
  expect((await send(renewed.secret, message())).statusCode).toBe(401);
  expect(await stored()).toEqual([]);
});

test("a customer cannot have such a channel, and a token of one that was made for a customer is not accepted", async () => {
  const body = { kind: "alertmanager_in", name: "Ours", address: "" };
  for (const [who, org] of [
    ["harbor manager", undefined],
    ["admin", rig.orgs.harbor],
  ] as const) {
    const reply = await rig.call(who, "/channels", { method: "POST", body: { ...body, org_id: org ?? null } });
    expect([reply.statusCode, reply.json().detail]).toEqual([
      422,
      [{ field: "kind", message: "Only support staff receive alerts of Alertmanager." }],
    ]);
  }
  const { secret } = await receiver();
  await sql`update channels set org_id = ${rig.orgs.harbor}`.execute(db);
  expect((await send(secret, message(diskFull))).statusCode).toBe(401);
});

test("the same labels at two Alertmanagers are two alerts, and what a channel has received ends when it is deleted", async () => {
  const { channel, secret } = await receiver();
  const other = await receiver("Second");
  await send(secret, message(diskFull));
  await send(other.secret, message(diskFull));
  expect(await stored()).toEqual([shown, shown]);
  await send(other.secret, message(resolved));
  expect(await stored()).toMatchObject([{ ended: false }, { ended: true, end_reason: "Resolved by Alertmanager" }]);
  await send(other.secret, message(diskFull));
  const remove = ({ id, rev }: Made["channel"]) =>
    rig.call("admin", `/channels/${id}?rev=${rev}`, { method: "DELETE" });
  expect((await remove(channel)).statusCode).toBe(204);
  const end_reason = "The channel that received it was deleted";
  const gone = { ended: true, end_cause: "sender", end_reason };
  expect(await stored()).toMatchObject([{ ...gone, rev: 2 }, { ended: true }, { ended: false }]);
  const history = await sql`select what from alert_history order by id desc limit 1`.execute(db);
  expect(history.rows).toEqual([{ what: `Ended: ${end_reason}` }]);
  expect((await remove(other.channel)).statusCode).toBe(204);
  expect(await stored()).toMatchObject([{ ended: true }, { ended: true }, gone]);
});

test("an alert that Alertmanager no longer sends ends, when it said or a day after the last time", async () => {
  const { secret } = await receiver();
  const board = new Board(() => clock.ms);
  const log = pino({ level: "silent" });
  const evaluation = new Evaluation({ db, board, brand: defaultBrand, now: () => clock.ms, log });
  const pass = async (ms: number) => {
    clock.ms += ms;
    await evaluation.run(new AbortController().signal);
  };
  const endsAt = new Date(clock.ms + 4 * MINUTE_MS).toISOString();
  const ending = { ...diskFull, fingerprint: "1", endsAt };
  const past = { ...diskFull, fingerprint: "2", endsAt: "2020-01-01T00:00:00Z" };
  await send(secret, message(diskFull, ending, past));
  const ended = async () => (await stored()).map((alert) => Object(alert).ended);
  await pass(4 * MINUTE_MS);
  expect(await ended()).toEqual([false, false, false]);
  await pass(2 * MINUTE_MS);
  expect(await ended()).toEqual([false, true, false]);
  await pass(20 * HOUR_MS);
  await send(secret, message(diskFull));
  await pass(5 * HOUR_MS);
  expect(await ended()).toEqual([false, true, true]);
  await pass(20 * HOUR_MS);
  expect(await ended()).toEqual([true, true, true]);
  expect(await stored()).toMatchObject([1, 2, 3].map(() => ({ end_reason: "Alertmanager no longer sends it" })));
  await send(secret, message(diskFull));
  expect(await ended()).toEqual([true, true, true, false]);
});

test.each([
  ["another version", { ...message(diskFull), version: "5" }],
  ["no version", { alerts: [diskFull] }],
  ["an unknown status", message({ ...diskFull, status: "pending" })],
  ["no fingerprint", message({ ...diskFull, fingerprint: undefined })],
  ["a time that is none", message({ ...diskFull, startsAt: "yesterday" })],
  ["labels that are no texts", message({ ...diskFull, labels: { alertname: 5 } })],
  ["too many alerts", message(...Array.from({ length: ALERTMANAGER_ALERTS_MAX + 1 }, () => resolved))],
])("a message with %s is refused as a whole", async (_, body) => {
  const { secret } = await receiver();
  expect((await send(secret, body)).statusCode).toBe(422);
  expect(await stored()).toEqual([]);
});

test("a message of more than a megabyte is refused", async () => {
  const { secret } = await receiver();
  const description = "x".repeat(9_000);
  const alerts = Array.from({ length: 120 }, () => ({ ...diskFull, annotations: { description } }));
  expect((await send(secret, message(...alerts))).statusCode).toBe(413);
});

test("long texts are cut, and a channel that receives counts as working", async () => {
  const { channel, secret } = await receiver();
  const annotations = { summary: "🛰".repeat(300), description: "y".repeat(5_000) };
  expect((await send(secret, message({ ...diskFull, annotations }))).statusCode).toBe(204);
  const [alert] = await stored();
  expect(Object(alert)).toMatchObject({ title: `${"🛰".repeat(199)}…`, detail: `${"y".repeat(999)}…` });
  const listed = (await rig.call("admin", "/channels")).json();
  expect(listed).toMatchObject([{ id: channel.id, state: "working", last_ok: expect.any(String) }]);
  const entry = await db.selectFrom("audit_entries").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    actor_kind: "server",
    actor: `channel ${channel.id}`,
    action: "receiveAlertmanagerAlerts",
    target: `channel ${channel.id}`,
    after: { firing: 1, resolved: 0 },
  });
});
