import { HOUR_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { formingRig } from "../../test/forming-rig.ts";

const { db, deliver, end, form, log, messages, started, reset, rig } = await formingRig();
const { notify } = rig;

beforeEach(reset);

/** What has become of notifications, without what waits. */
const results = async () => (await log()).map(({ type, result, message }) => [type, result, message !== null]);
/** What is being sent of a type is to be sent again in two hours. */
async function fail(type: string): Promise<void> {
  await sql`update jobs set run_after = now() + interval '2 hours' where ended is null`.execute(db);
  await sql`update notifications set result = 'retrying' where type = ${type}`.execute(db);
}
/** The next attempt at messages of a type succeeds. */
async function succeed(type: string): Promise<void> {
  await sql`update jobs set ended = now(), outcome = 'done'`.execute(db);
  await sql`update notifications set result = 'delivered' where type = ${type} and message_id is not null`.execute(db);
  await form((2 * HOUR_MS) / 1_000 + 60);
}

test.each(["changed", "repeated"] as const)(
  "that an alert %s is not sent before its start, which waits for others and says what is so then",
  async (type) => {
    const rule = await rig.addRule({ channels: [await rig.addChannel()], group_by: "hour" });
    const alert = await rig.addAlert([rule]);
    await started(rule, alert);
    await notify([{ type, alert, rule }]);
    await form();
    expect(await log()).toMatchObject([
      { type: "started", result: "held" },
      { type, result: "not_sent", why: "The start has not been sent yet and will say this." },
    ]);
    await form(HOUR_MS / 1_000 + 1);
    expect((await messages()).map(({ content }) => content.type)).toEqual(["started"]);
  },
);

test.each(["changed", "repeated"] as const)(
  "that an alert %s is sent after a start that is being tried again",
  async (type) => {
    const rule = await rig.addRule({ channels: [await rig.addChannel()] });
    const alert = await rig.addAlert([rule]);
    await started(rule, alert);
    await form();
    await fail("started");
    await notify([{ type, alert, rule }]);
    await form();
    expect((await results()).at(-1)).toEqual([type, "held", false]);
    await succeed("started");
    expect((await results()).at(-1)).toEqual([type, "held", true]);
  },
);

test("the start of one rule does not hold back that another one's alert got worse", async () => {
  const channels = [await rig.addChannel()];
  const [early, late] = [await rig.addRule({ channels }), await rig.addRule({ channels, group_by: "hour" })];
  const alert = await rig.addAlert([early, late]);
  await started(early, alert);
  await form();
  await deliver();
  await started(late, alert);
  await notify([{ type: "changed", alert, rule: early }]);
  await form();
  expect((await results()).at(-1)).toEqual(["changed", "held", true]);
});

test("an end is sent after an acknowledgement that is being tried again, which would open the alert again", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel({ kind: "alertmanager" })] });
  const alert = await rig.addAlert([rule]);
  await started(rule, alert);
  await form();
  await deliver();
  await notify([{ type: "acknowledged", alert, rule }]);
  await form();
  await fail("acknowledged");
  await end(alert);
  await notify([{ type: "ended", alert, rule }]);
  await form();
  expect((await results()).at(-1)).toEqual(["ended", "held", false]);
  await succeed("acknowledged");
  expect((await results()).at(-1)).toEqual(["ended", "held", true]);
});

test("an alert that begins again is sent after its end, which is being tried again and would close it", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel({ kind: "pagerduty" })] });
  const alert = await rig.addAlert([rule]);
  await started(rule, alert);
  await form();
  await deliver();
  await notify([{ type: "ended", alert, rule }]);
  await form();
  await fail("ended");
  await started(rule, alert);
  await form();
  expect((await results()).at(-1)).toEqual(["started", "held", false]);
  await succeed("ended");
  expect((await results()).at(-1)).toEqual(["started", "held", true]);
});

test("an end and a further start that waited for the same attempt are sent one after the other", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel({ kind: "pagerduty" })] });
  const alert = await rig.addAlert([rule]);
  await started(rule, alert);
  await form();
  await fail("started");
  await notify([{ type: "ended", alert, rule }]);
  await started(rule, alert);
  await succeed("started");
  expect((await results()).slice(1)).toEqual([
    ["ended", "held", true],
    ["started", "held", false],
  ]);
  await succeed("ended");
  await form((2 * HOUR_MS) / 1_000 + 120);
  expect((await results()).at(-1)).toEqual(["started", "held", true]);
});

test("that an alert got worse again is not sent soon after the same that had waited for an attempt", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()] });
  const alert = await rig.addAlert([rule]);
  await started(rule, alert);
  await form();
  await fail("started");
  await notify([{ type: "changed", alert, rule }]);
  await succeed("started");
  await succeed("changed");
  await notify([{ type: "changed", alert, rule }]);
  await form((2 * HOUR_MS) / 1_000 + 300);
  expect((await log()).at(-1)).toMatchObject({
    type: "changed",
    result: "not_sent",
    why: "A message of the last hour said that it got worse.",
  });
  await notify([{ type: "changed", alert, rule }]);
  await form((3 * HOUR_MS) / 1_000 + 300);
  expect((await results()).at(-1)).toEqual(["changed", "held", true]);
});

test("who got an alert by a rule that ended first gets its end with that of the last rule, whose own message was not sent", async () => {
  const channels = [await rig.addChannel()];
  const [early, late] = [await rig.addRule({ channels }), await rig.addRule({ channels, group_by: "hour" })];
  const alert = await rig.addAlert([early, late]);
  await started(early, alert);
  await form();
  await deliver();
  await started(late, alert);
  await notify([{ type: "ended", alert, rule: early }]);
  expect((await results()).at(-1)).toEqual(["started", "held", false]);
  await end(alert);
  await notify([{ type: "ended", alert, rule: late }]);
  await form();
  expect((await results()).slice(1)).toEqual([
    ["started", "not_sent", false],
    ["ended", "held", true],
  ]);
});

test("who got an alert by a rule whose end was left to another rule gets it, also when the first one has begun again", async () => {
  const channels = [await rig.addChannel()];
  const [first, other] = [await rig.addRule({ channels }), await rig.addRule({ channels, group_by: "hour" })];
  const alert = await rig.addAlert([first, other]);
  await started(first, alert);
  await form();
  await deliver();
  await started(other, alert);
  await notify([{ type: "ended", alert, rule: first }]);
  await sql`update alert_matches set since = now() + interval '1 second' where rule_id = ${first}`.execute(db);
  await end(alert);
  await notify([first, other].map((rule) => ({ type: "ended", alert, rule })));
  await form();
  expect((await results()).slice(1)).toEqual([
    ["started", "not_sent", false],
    ["ended", "held", true],
  ]);
});

test("an end that waited while its alert began again still says that it ended, and when", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel({ kind: "alertmanager" })] });
  const alert = await rig.addAlert([rule]);
  await started(rule, alert);
  await form();
  await fail("started");
  await notify([{ type: "ended", alert, rule }]);
  const ended = await sql<{ created: string }>`select created from notifications where type = 'ended'`.execute(db);
  await succeed("started");
  expect((await messages()).at(-1)?.content.alerts).toMatchObject([
    { alert, type: "ended", ended: ended.rows[0]?.created },
  ]);
});
