import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { DELIVERY_TRIES } from "@groundcrew/shared/notifications";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { beforeEach, expect, test } from "vitest";
import { STATION } from "../../test/forming-rig.ts";
import { metric } from "../../test/metrics.ts";
import { pushService } from "../../test/push-service.ts";
import { SECRET, sendingRig } from "../../test/sending-rig.ts";
import { pauseMs } from "./messages/send-message.ts";

const sending = await sendingRig();
const { addWebhook, alert, channel, db, log, makeDue, receiver, rig, sent, serve, smtp, stopAll } = sending;
const service = await pushService();

beforeEach(async () => {
  await sending.reset();
  await sql`delete from jobs`.execute(db);
  Object.assign(receiver.answers, { status: 200, headers: {} });
  receiver.received.splice(0);
  smtp.mails.splice(0);
});

const result = async () => (await log()).map((row) => row.result);

test("a webhook gets a signed message, and the log says that it was delivered", async () => {
  const id = await addWebhook();
  const rule = await rig.addRule({ channels: [id], name: "Station offline" });
  const number = await alert(rule, { station_name: STATION });
  serve();
  await expect.poll(result).toEqual(["delivered"]);
  const [request] = receiver.received;
  const body = new Webhook(SECRET).verify(request?.body ?? "", request?.headers ?? {});
  expect(body).toMatchObject({
    type: "alert.changed",
    data: { alert: number, title: "Offline", stations: [STATION], organization: "Harbor Air", rule: "Station offline" },
  });
  const [message] = await sent();
  expect(message).toMatchObject({ tries: 1, ended: true, attempts: [{ status: 200, why: "HTTP 200." }] });
  expect(request?.headers["webhook-id"]).toBe(message?.id);
  expect(await channel(id)).toMatchObject({ last_ok: expect.any(String), failures: 0 });
});

test("a subscriber gets an email in the thread of the alert", async () => {
  const rule = await rig.addRule();
  await rig.subscribe(await rig.addPerson({ email: "ana@harbor.example" }), rule, { email: true, push: false });
  const number = await alert(rule, { severity: "urgent" });
  serve();
  await expect.poll(result).toEqual(["delivered"]);
  const [mail] = smtp.mails;
  expect(mail?.to).toEqual(["ana@harbor.example"]);
  expect(mail?.raw).toContain("Subject: Worse: Offline\r\n");
  expect(mail?.raw).toContain(`In-Reply-To: <alert-${number}.3f2a9c1d@groundcrew.example>\r\n`);
  expect(mail?.raw.replaceAll("=\r\n", "")).toContain(
    "Change what you are notified of: https://groundcrew.example/attention/me\r\n",
  );
  expect(await log()).toMatchObject([{ why: "Accepted by the mail server." }]);
});

test("a message that fails is tried again under the same id, until it is delivered", async () => {
  const id = await addWebhook();
  const rule = await rig.addRule({ channels: [id] });
  receiver.answers.status = 503;
  await alert(rule);
  serve();
  await expect.poll(result).toEqual(["retrying"]);
  expect(await log()).toMatchObject([{ why: "HTTP 503 “no such room”." }]);
  expect(await channel(id)).toMatchObject({ failures: 1, failing_since: expect.any(String), gave_up: null });
  receiver.answers.status = 200;
  await makeDue();
  await expect.poll(result).toEqual(["delivered"]);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  expect(await channel(id)).toMatchObject({ failures: 0, failing_since: null });
});

test("the pauses between eight attempts grow, take less than six hours, and are shortened at random", () => {
  const pauses = (random: number) =>
    Array.from({ length: DELIVERY_TRIES - 1 }, (_, index) => pauseMs(index + 1, { random, retryAfterMs: null }));
  const longest = pauses(0);
  expect(longest).toEqual(longest.toSorted((a, b) => a - b));
  const total = longest.reduce((sum, pause) => sum + pause, 0);
  expect([total > 5 * HOUR_MS, total <= 6 * HOUR_MS]).toEqual([true, true]);
  expect(pauses(1)).toEqual(longest.map((pause) => pause * 0.8));
});

test("attempts that a server did not survive do not lengthen the pause after one that fails", async () => {
  const id = await addWebhook();
  await alert(await rig.addRule({ channels: [id] }));
  await sending.form(1);
  await sql`update jobs set attempts = 3`.execute(db);
  Object.assign(receiver.answers, { status: 500 });
  serve();
  await expect.poll(result).toEqual(["retrying"]);
  const [message] = await sent();
  expect(message).toMatchObject({ tries: 4, ended: false });
  expect(message?.wait_s).toBeLessThanOrEqual(5);
});

test("a receiver may ask for a longer pause, and not for a shorter one", () => {
  expect(pauseMs(1, { random: 0, retryAfterMs: 10 * MINUTE_MS })).toBe(10 * MINUTE_MS);
  expect(pauseMs(5, { random: 0, retryAfterMs: MINUTE_MS })).toBe(HOUR_MS);
});

test("Retry-After puts the next attempt off", async () => {
  const rule = await rig.addRule({ channels: [await addWebhook()] });
  Object.assign(receiver.answers, { status: 429, headers: { "retry-after": "900" } });
  await alert(rule);
  serve();
  await expect.poll(result).toEqual(["retrying"]);
  expect((await sent())[0]?.wait_s).toBeGreaterThan(850);
});

const mails = async () => {
  const found = await sql<{ payload: object }>`
    select payload from jobs where kind = 'channel_failure_mail' order by payload->>'to'`.execute(db);
  return found.rows.map(({ payload }) => payload);
};

test("after eight tries a message is given up, the channel is failing, and those who manage it get one email each", async () => {
  const id = await addWebhook({ name: "On call" });
  const [manager, maker] = [
    await rig.addPerson({ email: "a@harbor.example" }),
    await rig.addPerson({ email: "b@harbor.example" }),
  ];
  await rig.addPerson({ email: "c@harbor.example" });
  await sql`update users set can_manage = true where id = ${manager}`.execute(db);
  await sql`update channels set creator_id = ${maker} where id = ${id}`.execute(db);
  const rule = await rig.addRule({ channels: [id] });
  receiver.answers.status = 500;
  for (const _ of ["first", "second"]) {
    await alert(rule);
    serve();
    await expect.poll(async () => (await sent()).every(({ tries }) => tries > 0)).toBe(true);
    await stopAll();
    await sql`update jobs set attempts = 7, failures = 7 where ended is null`.execute(db);
    await makeDue();
    serve();
    await expect.poll(async () => (await result()).at(-1)).toBe("failed");
    await stopAll();
  }
  expect(await log()).toMatchObject([
    { why: "HTTP 500 “no such room”. Given up after 8 attempts." },
    { result: "failed" },
  ]);
  expect(await channel(id)).toMatchObject({ gave_up: expect.any(String), paused: null });
  const mail = { channel: "On call", became: "failing", why: "HTTP 500 “no such room”." };
  expect(await mails()).toEqual([
    { to: "a@harbor.example", ...mail },
    { to: "b@harbor.example", ...mail },
  ]);
});

test.each([
  { days: 6, becomes: "retrying" },
  { days: 8, becomes: "failed" },
])("the end of an alert that has failed eight times in $days days is $becomes", async ({ days, becomes }) => {
  const id = await addWebhook();
  const rule = await rig.addRule({ channels: [id] });
  const number = await alert(rule);
  await sending.form(1);
  await sending.deliver();
  await rig.notify([{ type: "ended", alert: number, rule }]);
  await sending.form(1);
  await sql`update jobs set attempts = 8, failures = 8, created = now() - make_interval(days => ${days}) where ended is null`.execute(
    db,
  );
  await sql`
    insert into message_attempts (message_id, status, ms, why, answer)
    select key, 500, 1, 'HTTP 500.', '' from jobs, generate_series(1, 8) where ended is null`.execute(db);
  receiver.answers.status = 500;
  serve();
  await expect.poll(result).toEqual(["delivered", becomes]);
  expect(await channel(id)).toMatchObject({ gave_up: expect.any(String) });
  if (becomes === "failed") return;
  receiver.answers.status = 200;
  await makeDue();
  await expect.poll(result).toEqual(["delivered", "delivered"]);
});

test("each message is sent by one of many servers", async () => {
  const channels: number[] = [];
  for (let place = 0; place < 5; place += 1) channels.push(await addWebhook());
  const rule = await rig.addRule({ channels });
  for (let place = 0; place < 8; place += 1) await alert(rule);
  for (let place = 0; place < 4; place += 1) serve();
  await expect.poll(async () => (await result()).filter((one) => one === "delivered").length).toBe(40);
  await stopAll();
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([40, 40]);
});

test("what a killed server was sending is sent again when its lease ends, under the same id", async () => {
  const rule = await rig.addRule({ channels: [await addWebhook(), await addWebhook()] });
  await alert(rule);
  await sending.form(1);
  const [one] = await sent();
  await sql`update jobs set attempts = 1, leased_until = now() + interval '1 minute' where key = ${one?.id ?? ""}`.execute(
    db,
  );
  serve();
  await expect.poll(async () => (await result()).toSorted()).toEqual(["delivered", "held"]);
  await makeDue();
  await expect.poll(result).toEqual(["delivered", "delivered"]);
  expect(receiver.received.at(-1)?.headers["webhook-id"]).toBe(one?.id);
});

test("a message that stops the server at each attempt is given up", async () => {
  const rule = await rig.addRule({ channels: [await addWebhook()] });
  await alert(rule);
  await sending.form(1);
  await sql`update jobs set attempts = 8`.execute(db);
  serve();
  await expect.poll(result).toEqual(["failed"]);
  expect([receiver.received, await log()]).toMatchObject([
    [],
    [{ why: "The server stopped during the last attempt." }],
  ]);
});

test.each([
  { answer: "close", ends: "delivered" },
  { answer: 502, ends: "delivered" },
  { answer: 504, ends: "delivered" },
  { answer: 503, ends: "not_sent" },
  { answer: 400, ends: "not_sent" },
] as const)("after a start whose last attempt was answered with $answer the end is $ends", async ({ answer, ends }) => {
  const id = await addWebhook();
  const rule = await rig.addRule({ channels: [id] });
  const number = await rig.addAlert([rule]);
  await sending.started(rule, number);
  await sending.form();
  await sql`
      with tried as (update jobs set attempts = 7, failures = 7 returning key)
      insert into message_attempts (message_id, status, ms, why, answer)
      select key, 503, 1, 'HTTP 503.', '' from tried, generate_series(1, 7)`.execute(db);
  receiver.answers.status = answer;
  serve();
  await makeDue();
  await expect.poll(result).toEqual(["failed"]);
  receiver.answers.status = 200;
  await sending.end(number);
  await rig.notify([{ type: "ended", alert: number, rule }]);
  await expect.poll(result).toEqual(["failed", ends]);
});

test("who may have got a message during whose attempt a server stopped gets the end, too", async () => {
  const id = await addWebhook();
  const rule = await rig.addRule({ channels: [id] });
  const number = await rig.addAlert([rule]);
  await sending.started(rule, number);
  await sending.form();
  await sql`update jobs set attempts = 8`.execute(db);
  receiver.answers.status = 503;
  serve();
  await makeDue();
  await expect.poll(result).toEqual(["failed"]);
  receiver.answers.status = 200;
  await sending.end(number);
  await rig.notify([{ type: "ended", alert: number, rule }]);
  await expect.poll(result).toEqual(["failed", "delivered"]);
});

test("metrics count outcomes, and show how long the oldest has waited", async () => {
  const rule = await rig.addRule({ channels: [await addWebhook()] });
  const delivered = async () => (await metric("groundcrew_notifications_total", { result: "delivered" })) ?? 0;
  const before = await delivered();
  serve();
  await alert(rule);
  await expect.poll(delivered).toBe(before + 1);
  await sql`insert into jobs (kind, key, receiver, payload, run_after, leased_until)
    values ('message', 'msg_old', 'channel:0', '{}', now() - interval '1 hour', now() + interval '1 hour')`.execute(db);
  expect(await metric("groundcrew_notifications_oldest_seconds", {})).toBeGreaterThanOrEqual(3_600);
});

test("a person who has left the organization does not get a message that was formed before", async () => {
  const rule = await rig.addRule();
  const ana = await rig.addPerson();
  const phone = await rig.addDevice(ana, `${service.url}/device`);
  await rig.subscribe(ana, rule, { email: true, push: true });
  await alert(rule);
  await sending.form(1);
  await sql`update users set org_id = ${rig.orgs.field} where id = ${ana}`.execute(db);
  serve();
  await expect.poll(result).toEqual(["not_sent", "not_sent"]);
  expect([smtp.mails, service.received, phone > 0]).toEqual([[], [], true]);
});
