import { randomBytes } from "node:crypto";
import { supportName } from "@groundcrew/shared/brand";
import {
  CHANNEL_TESTS_A_MINUTE,
  EMAIL_TESTS_AN_HOUR,
  type ChannelKind,
  type ChannelTest,
  type testChannel,
  type testNewChannel,
} from "@groundcrew/shared/channels";
import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { change } from "../audit/index.ts";
import { inTransaction, type Db } from "../platform/db/index.ts";
import { actsAsSupport, answer, authorOf, notFound, Problem, type Call } from "../platform/http/index.ts";
import type { Sealer } from "../platform/lib/index.ts";
import { countCallIn, type CallLimit } from "../platform/throttle/index.ts";
import { ownedBy } from "./lock-seen.ts";
import { testContent, type Message } from "./message.ts";
import { recordSuccess } from "./health-queries.ts";
import { findStoredChannel } from "./queries.ts";
import { newSecrets } from "./save-channel.ts";
import { openSecrets } from "./secrets.ts";
import { channelKinds } from "./kinds/index.ts";
import type { Outcome, Senders } from "./outcome.ts";
import { insertTest, recordFailedTest } from "./test-queries.ts";

type TestCall = Call<typeof testChannel> | Call<typeof testNewChannel>;

/** Sends a test to a channel, and stores the outcome in the log of deliveries. */
export async function testStored(
  { db, sealer, senders }: { db: Db; sealer: Sealer; senders: Senders },
  call: Call<typeof testChannel>,
) {
  const channel = await findStoredChannel(db, call.params.channel, ownedBy(call.principal));
  if (!channel) throw notFound();
  refuseReceiver(channel.kind);
  const secrets = openSecrets(sealer, channel.sealed);
  if (secrets === null) {
    throw new Problem(409, "The server's secret key has changed. Enter the address and the secret again.");
  }
  const old_secret = channel.old_secret_until === null ? null : secrets.old_secret;
  await admit(db, call, { target: `channel ${channel.id}`, orgId: channel.org_id, kind: channel.kind });
  const message = testMessage(senderOf(call, channel.org_id, senders), senders);
  const outcome = await channelKinds[channel.kind].send({ ...secrets, old_secret }, message, senders);
  await inTransaction(db, async (tx) => {
    await insertTest(tx, { channel, message, outcome });
    await (outcome.ok ? recordSuccess(tx, channel.id, true) : recordFailedTest(tx, channel.id));
  });
  return answer(200, reported(outcome));
}

/** Sends a test to a channel that has not been created. */
export async function testNew(
  { db, senders }: { db: Db; senders: Senders },
  call: Call<typeof testNewChannel>,
  orgId: number,
) {
  const { kind } = call.body;
  refuseReceiver(kind);
  const secrets = await newSecrets({ db, webhooks: senders.webhooks }, call.body, orgId);
  await admit(db, call, { target: `new ${kind} channel`, orgId, kind });
  const message = testMessage(senderOf(call, orgId, senders), senders);
  return answer(200, reported(await channelKinds[kind].send(secrets, message, senders)));
}

function refuseReceiver(kind: ChannelKind): void {
  if (channelKinds[kind].onlyReceives) {
    throw new Problem(409, "This channel only receives alerts, so there is nothing to send.");
  }
}

/**
 * Counts and records a test before it is sent. The tests of an organization are limited to a number a minute, and emails to others to a number an
 * hour.
 */
async function admit(
  db: Db,
  call: TestCall,
  { target, orgId, kind }: { target: string; orgId: number; kind: ChannelKind },
): Promise<void> {
  await change(db, call, async (tx) => {
    await countCallIn(tx, { organization: orgId }, TESTS);
    if (channelKinds[kind].isMailed) await countCallIn(tx, { organization: orgId }, EMAIL_TESTS);
    return { answer: answer(200, null), audit: { target, orgId, after: { test: true } } };
  });
}

const TESTS: CallLimit = {
  action: "test",
  max: CHANNEL_TESTS_A_MINUTE,
  perMs: MINUTE_MS,
  sentence: `An organization may send ${CHANNEL_TESTS_A_MINUTE} tests a minute.`,
};
const EMAIL_TESTS: CallLimit = {
  action: "email_test",
  max: EMAIL_TESTS_AN_HOUR,
  perMs: HOUR_MS,
  sentence: `An organization may send ${EMAIL_TESTS_AN_HOUR} tests by email an hour.`,
};

function senderOf({ principal }: TestCall, orgId: number, { product }: Senders): string {
  return actsAsSupport(principal, orgId) ? supportName({ product }) : authorOf(principal);
}

/** A test by `sender`, with an id of its own. */
export function testMessage(sender: string, { origin, now }: Pick<Senders, "origin" | "now">): Message {
  const id = `msg_${randomBytes(16).toString("hex")}`;
  return { id, ...testContent(sender, { origin, now: now() }) };
}

/** The result of a test, for the person who sent it. */
export function reported({ ok, status, ms, answer: text, why }: Outcome): ChannelTest {
  return { result: ok ? "delivered" : "failed", status, ms: Math.round(ms), answer: text, why };
}
