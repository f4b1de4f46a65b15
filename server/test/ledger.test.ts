import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { randomFrom } from "@groundcrew/simulator/model";
import { expect, test } from "vitest";
import { happen } from "./ledger/acts.ts";
import { repair } from "./ledger/channel-acts.ts";
import { accountOf, checkMessages, checkWorse } from "./ledger/checks.ts";
import { expectedOf } from "./ledger/expected.ts";
import { ledgerRig } from "./ledger/rig.ts";
import { SIDES, World } from "./ledger/world.ts";

/** At its full amount: npm run test:deep ledger. */
const DAYS = Number(process.env["LEDGER_DAYS"] ?? 0.012);
const SEED = Number(process.env["LEDGER_SEED"] ?? 703_037);
/** In less than a day, fewer stations, to which the more happens; and the longest steps while nothing happens any more. */
const SIZE =
  DAYS < 1
    ? { stations: 42, rules: 21, often: 14, lastStepMs: 10 * MINUTE_MS }
    : { stations: 200, rules: 40, often: 1, lastStepMs: 5 * MINUTE_MS };
const START = Date.parse("2026-03-01T12:00:00.000Z");
const STEP_MS = MINUTE_MS;
/** How often open alerts are sent to Alertmanagers again: before these forget them. */
const RESEND_MS = 4 * MINUTE_MS;
/** How often all of a server's minutes are ones in which it goes down. */
const DOWN = 0.003;

const rig = await ledgerRig({ start: START, customers: SIDES - 1 });
const world = new World(rig, randomFrom(SEED));
const pauses = randomFrom(SEED, 1);

/** Time passes, with the server's work in each step. */
async function pass(ms: number, stepMs: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    await world.pass(stepMs);
    await rig.work(() => pauses.next());
    if (rig.now() % RESEND_MS === 0) await rig.resend();
  }
}

/** Nothing is evaluated and sent for some minutes, and then by another server. */
async function goDown(): Promise<void> {
  world.downs.push(rig.now());
  await world.pass(world.random.whole(1, 12) * MINUTE_MS);
  rig.takeOver();
  world.count("times down");
}

/** All receivers work again, what waits for its next attempt is sent, and then all rules are switched off. */
async function finish(): Promise<void> {
  for (const channel of world.channels) if (channel.deleted === null) await repair(world, channel);
  await pass(3 * HOUR_MS, SIZE.lastStepMs);
  for (const rule of world.rules)
    if (rule.deleted === null && rule.versions.at(-1)?.enabled) await world.change(rule, { enabled: false });
  await pass(HOUR_MS + SIZE.lastStepMs, SIZE.lastStepMs);
}

/** What happened, and what receivers got; those of deleted channels get no more ends. */
function summary({ starts, ends, expected }: { starts: number; ends: number; expected: number }): string {
  const all = [...rig.inbox.all.values()];
  const messages = all.reduce((sum, { got }) => sum + got.length, 0).toLocaleString("en");
  const spans = `${starts} alerts, ${ends} with their end and the others in a deleted channel`;
  return `${JSON.stringify(world.counts)}\nfigure: ${messages} messages to ${all.length} receivers about ${spans}; none of another side or without a reason; none of ${expected} missing`;
}

test(
  `each receiver gets what it may expect of ${DAYS} days, and nothing else; seed ${SEED}`,
  { timeout: 5 * HOUR_MS },
  async () => {
    await world.build(SIZE);
    for (let passed = 0; passed < DAYS * DAY_MS; passed += STEP_MS) {
      await happen(world, STEP_MS, SIZE.often);
      if (world.random.chance(DOWN * SIZE.often)) await goDown();
      await pass(STEP_MS, STEP_MS);
    }
    await finish();
    const accounts = [...rig.inbox.all.values()].map((receiver) => accountOf(world, receiver));
    checkMessages(world, accounts);
    for (const account of accounts) checkWorse(world, account);
    const expected = expectedOf(world, accounts);
    const spans = accounts.flatMap((account) => account.spans);
    const ends = spans.filter(({ until }) => until !== null).length;
    expect(rig.problems).toEqual([]);
    expect([...accounts.flatMap(({ problems }) => problems), ...expected.problems]).toEqual([]);
    expect(await rig.waiting()).toBe(0);
    expect(ends).toBeGreaterThan(10);
    process.stdout.write(`${summary({ starts: spans.length, ends, expected: expected.count })}\n`);
  },
);
