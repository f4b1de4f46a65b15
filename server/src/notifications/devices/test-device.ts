import { DEVICE_TESTS_A_MINUTE, type testMyDevice } from "@groundcrew/shared/notifications";
import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { change } from "../../audit/index.ts";
import { reported, testMessage } from "../../channels/index.ts";
import { inTransaction, type Db } from "../../platform/db/index.ts";
import { answer, authorOf, notFound, Problem, type Call } from "../../platform/http/index.ts";
import { countCallIn, type CallLimit } from "../../platform/throttle/index.ts";
import { findDevice, insertDeviceTest, recordSent } from "./device-queries.ts";
import type { Person } from "../person.ts";
import { sendPush, type PushSenders } from "./send-push.ts";

type TestOptions = { db: Db; person: Person; origin: string; senders: PushSenders };

/** Push services keep a test this long for a device that is not reachable. */
const TTL_S = (5 * MINUTE_MS) / SECOND_MS;

/** Sends a test to a device of the caller, and stores the outcome in the log of deliveries. */
export async function testDevice({ db, person, origin, senders }: TestOptions, call: Call<typeof testMyDevice>) {
  const { device: id } = call.params;
  const device = await findDevice(db, id, person.id);
  if (!device) throw notFound();
  if (device.ended !== null) throw new Problem(409, "This device has ended. Turn on push on it again.");
  await admit(db, call, person);
  const message = {
    ...testMessage(authorOf(call.principal), { origin, now: senders.now }),
    open_url: `${origin}${PAGE}`,
  };
  const push = { title: message.title, body: message.lines.join(" "), tag: "test", path: PAGE };
  const outcome = await sendPush(device, { message: push, ttlS: TTL_S, urgency: "high", topic: null }, senders);
  await inTransaction(db, async (tx) => {
    await insertDeviceTest(tx, { id, message, outcome });
    await recordSent(tx, id, outcome);
  });
  return answer(200, reported(outcome));
}

const PAGE = "/attention/me";
const TESTS: CallLimit = {
  action: "test",
  max: DEVICE_TESTS_A_MINUTE,
  perMs: MINUTE_MS,
  sentence: `You may send ${DEVICE_TESTS_A_MINUTE} tests a minute.`,
};

/** Counts and records a test before it is sent. The tests of a person are limited to a number a minute. */
async function admit(db: Db, call: Call<typeof testMyDevice>, { id, orgId }: Person): Promise<void> {
  await change(db, call, async (tx) => {
    await countCallIn(tx, { user: id }, TESTS);
    return {
      answer: answer(200, null),
      audit: { target: `device ${call.params.device}`, orgId, after: { test: true } },
    };
  });
}
