import { HOUR_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { pino } from "pino";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { sendingRig } from "../../test/sending-rig.ts";
import { clearPause, lockChannel } from "../channels/index.ts";
import { inTransaction } from "../platform/db/index.ts";
import { startJobs, type JobResult } from "../platform/jobs/index.ts";
import { messageHandler } from "./index.ts";

const sending = await sendingRig();
const { addWebhook, alert, channel, db, log, makeDue, receiver, rig, sent, serve } = sending;

beforeEach(async () => {
  await sending.reset();
  Object.assign(receiver.answers, { status: 200, headers: {} });
  receiver.received.splice(0);
});

const result = async () => (await log()).map((row) => row.result);

/** Adds a message that was given up, with failed attempts so many hours ago. */
async function addFailures(channelId: number, hoursAgo: readonly number[]): Promise<void> {
  for (const hours of hoursAgo) {
    const id = `msg_${channelId}_${hours}`;
    await sql`
      insert into jobs (kind, key, receiver, payload, created, attempts, ended, outcome)
      values ('message', ${id}, ${`channel:${channelId}`}, '{"type":"started"}', now() - make_interval(hours => ${hours}), 1, now(), 'given_up')`.execute(
      db,
    );
    await sql`
      insert into message_attempts (message_id, at, status, ms, why, answer)
      values (${id}, now() - make_interval(hours => ${hours}), 503, 1, 'HTTP 503.', '')`.execute(db);
  }
}

test.each([
  { failed: [], since: 25, pauses: false },
  { failed: [167, 166, 165, 162], since: 168, pauses: false },
  { failed: [23, 22, 21, 20, 19], since: 300, pauses: false },
  { failed: [23, 17, 1], since: 300, pauses: false },
  { failed: [20, 15, 9], since: 20, pauses: false },
  { failed: [29, 20, 15, 9], since: 29, pauses: true },
  { failed: [23, 13, 7, 6], since: 25, pauses: true },
])(
  "a channel that failed $failed hours ago, and fails since $since hours and now, pauses itself: $pauses",
  async (of) => {
    const id = await addWebhook();
    const rule = await rig.addRule({ channels: [id] });
    await sql`update channels set failing_since = now() - make_interval(hours => ${of.since}), failures = 30`.execute(
      db,
    );
    await addFailures(id, of.failed);
    receiver.answers.status = 503;
    await alert(rule);
    serve();
    await expect.poll(result).toEqual(["retrying"]);
    expect(typeof (await channel(id))?.paused === "string").toBe(of.pauses);
  },
);

test("messages wait for a channel that has paused itself, and are sent in few messages when it is resumed", async () => {
  const id = await addWebhook();
  const rule = await rig.addRule({ channels: [id] });
  await sql`update channels set failing_since = now() - interval '25 hours', failures = 30`.execute(db);
  await addFailures(id, [20, 15, 9]);
  receiver.answers.status = 500;
  const tried = await alert(rule);
  serve();
  await expect.poll(result).toEqual(["retrying"]);
  expect(await channel(id)).toMatchObject({
    paused: expect.any(String),
    paused_by: null,
    pause_reason: "It failed for a day. HTTP 500 “no such room”.",
  });
  await makeDue();
  const waits = "The channel is paused. This is sent when someone resumes it.";
  await expect.poll(log).toMatchObject([{ result: "retrying", why: waits }]);
  const others = [await alert(rule), await alert(rule), await alert(rule)];
  await expect.poll(log).toMatchObject([{}, ...others.map(() => ({ result: "held", why: waits }))]);
  expect(receiver.received).toHaveLength(1);
  receiver.answers.status = 200;
  await inTransaction(db, (tx) => clearPause(tx, id, { name: "Ana", isStaff: false }));
  await expect.poll(result).toEqual(["delivered", "delivered", "delivered", "delivered"]);
  const [first, again, joined, ...more] = receiver.received.map(({ headers, body }) => ({
    id: headers["webhook-id"],
    ...JSON.parse(body).data,
  }));
  expect(more).toEqual([]);
  const retried = [again, joined].find((one) => one?.id === first?.id);
  expect(retried?.alert).toBe(tried);
  const grouped = [again, joined].find((one) => one?.id !== first?.id);
  expect(grouped?.alerts.map((one: { alert: number }) => one.alert)).toEqual(others);
});

test("a message that was formed and not tried before a pause is formed again after it, so that what is over is not sent", async () => {
  const id = await addWebhook();
  const rule = await rig.addRule({ channels: [id] });
  const alerts = [await alert(rule), await alert(rule)];
  await sending.form(1);
  await sql`update channels set paused = now()`.execute(db);
  serve();
  await expect.poll(log).toMatchObject(alerts.map(() => ({ why: expect.stringContaining("paused") })));
  await sending.end(alerts[0] ?? 0);
  await inTransaction(db, (tx) => clearPause(tx, id, { name: "Ana", isStaff: false }));
  await expect.poll(result).toEqual(["not_sent", "delivered"]);
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.alert)).toEqual([alerts[1]]);
});

test("a message during whose attempt a server stopped is sent after a pause, also when its alert is over, and so is its end", async () => {
  const id = await addWebhook();
  const rule = await rig.addRule({ channels: [id] });
  const tried = await alert(rule);
  await sending.form(1);
  await sql`update jobs set attempts = 1`.execute(db);
  await sql`update channels set paused = now()`.execute(db);
  serve();
  await expect.poll(log).toMatchObject([{ why: expect.stringContaining("paused") }]);
  await sending.end(tried);
  await rig.notify([{ type: "ended", alert: tried, rule }]);
  await inTransaction(db, (tx) => clearPause(tx, id, { name: "Ana", isStaff: false }));
  await expect.poll(result).toEqual(["delivered", "delivered"]);
});

test("a receiver that is gone pauses its channel at once, which keeps the message until it is resumed", async () => {
  const id = await addWebhook();
  const rule = await rig.addRule({ channels: [id] });
  receiver.answers.status = 410;
  await alert(rule);
  serve();
  await expect.poll(result).toEqual(["retrying"]);
  expect(await channel(id)).toMatchObject({
    paused: expect.any(String),
    pause_reason: expect.stringMatching(/^The address is gone\./),
  });
  await makeDue();
  const why = "The channel is paused. This is sent when someone resumes it.";
  await expect.poll(log).toMatchObject([{ result: "retrying", why }]);
  receiver.answers.status = 200;
  await inTransaction(db, (tx) => clearPause(tx, id, { name: "Ana", isStaff: false }));
  await expect.poll(result).toEqual(["delivered"]);
});

test("a message to a channel that was paused for a time waits for its end, which is no attempt", async () => {
  const id = await addWebhook();
  const rule = await rig.addRule({ channels: [id] });
  await alert(rule);
  await sending.form(1);
  await sql`update channels set paused = now(), paused_until = now() + interval '1 hour'`.execute(db);
  serve();
  await expect
    .poll(log)
    .toMatchObject([{ result: "held", why: expect.stringMatching(/^The channel is paused until/) }]);
  expect(await sent()).toMatchObject([{ tries: 0, ended: false, attempts: [] }]);
  await sql`update channels set paused_until = now()`.execute(db);
  await makeDue();
  await expect.poll(result).toEqual(["delivered"]);
});

test.each(["is tried", "is put off"])(
  "a channel that is resumed while its message %s gets it at once",
  async (when) => {
    const id = await addWebhook();
    await alert(await rig.addRule({ channels: [id] }));
    await sending.form(1);
    const resume = () => inTransaction(db, (tx) => clearPause(tx, id, { name: "Ana", isStaff: false }));
    const real = messageHandler({ ...sending.resending, push: async () => null });
    const postponed: JobResult = {
      is: "postponed",
      why: "Paused.",
      until: new Date(Date.now() + HOUR_MS).toISOString(),
    };
    const resumed: Promise<void>[] = [];
    let isStored = false;
    async function foundPaused() {
      if (when === "is tried") resumed.push(resume());
      await Promise.all(resumed);
      const store = async () => {
        if (when === "is put off") resumed.push(resume());
        await expect.poll(waitingForLocks).toBe(when === "is put off" ? 1 : 0);
        return () => void (isStored = true);
      };
      return { result: postponed, store };
    }
    const handlers = [
      { ...real, run: (job: Parameters<typeof real.run>[0]) => (resumed.length > 0 ? real.run(job) : foundPaused()) },
    ];
    const jobs = startJobs({ db, url: sending.url, handlers, pollMs: 100, log: pino({ level: "silent" }) });
    onTestFinished(() => jobs.stop());
    await expect.poll(() => isStored).toBe(true);
    await Promise.all(resumed);
    // One that was never tried is formed again.
    await sending.form(1);
    await expect.poll(result).toEqual(["delivered"]);
  },
);

test("a channel is resumed while the outcome of its message is being stored", async () => {
  const id = await addWebhook();
  await alert(await rig.addRule({ channels: [id] }));
  await sending.form(1);
  await inTransaction(db, async (tx) => {
    await lockChannel(tx, id);
    serve();
    await expect.poll(waitingForLocks).toBe(1);
    await clearPause(tx, id, { name: "Ana", isStaff: false });
  });
  await expect.poll(result).toEqual(["delivered"]);
  expect(receiver.received).toHaveLength(1);
});

async function waitingForLocks(): Promise<number> {
  const found = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  );
  return found.rows[0]?.waiting ?? 0;
}
