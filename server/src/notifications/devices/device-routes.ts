import { createHash } from "node:crypto";
import {
  addMyDevice,
  DEVICES_MAX,
  listMyDevices,
  removeMyDevice,
  renewMyDevice,
  testMyDevice,
  SUBSCRIPTIONS_A_MINUTE,
  type NewDevice,
} from "@groundcrew/shared/notifications";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { FastifyInstance } from "fastify";
import { change } from "../../audit/index.ts";
import { scoped, type Db, type SharedDb } from "../../platform/db/index.ts";
import { answer, notFound, Problem, route, type Call } from "../../platform/http/index.ts";
import { isPushKey } from "../../platform/push/index.ts";
import { countCall, type CallLimit } from "../../platform/throttle/index.ts";
import type { Webhooks } from "../../platform/webhooks/index.ts";
import { countOtherDevices, deleteDevice, replaceSubscription, selectDevices, storeDevice } from "./device-queries.ts";
import { personOf } from "../person.ts";
import type { PushSenders } from "./send-push.ts";
import { testDevice } from "./test-device.ts";

export type DeviceOptions = {
  db: SharedDb;
  /** The console's address. */
  origin: string;
  senders: PushSenders;
};

/** The devices of the caller that receive push messages. */
export function deviceRoutes(app: FastifyInstance, { db, origin, senders }: DeviceOptions): void {
  route(app, listMyDevices, async ({ scope, principal }) =>
    answer(200, await selectDevices(scoped(db, scope), personOf(principal).id)),
  );
  route(app, addMyDevice, (call) => add(scoped(db, call.scope), call, senders.webhooks));
  route(app, renewMyDevice, (call) => renew(scoped(db, call.scope), call, senders.webhooks));
  route(app, removeMyDevice, (call) => remove(scoped(db, call.scope), call));
  route(app, testMyDevice, async (call) =>
    testDevice({ db: scoped(db, call.scope), person: personOf(call.principal), origin, senders }, call),
  );
}

async function add(db: Db, call: Call<typeof addMyDevice>, webhooks: Webhooks) {
  const { id: userId, orgId } = personOf(call.principal);
  await countCall(db, { user: userId }, SUBSCRIPTIONS);
  const row = { userId, name: call.body.name, ...(await readSubscription(call.body, webhooks)) };
  return change(db, call, async (tx) => {
    if ((await countOtherDevices(tx, row)) >= DEVICES_MAX) {
      throw new Problem(409, `You have ${DEVICES_MAX} devices. Remove one of them first.`);
    }
    const device = await storeDevice(tx, row);
    if (!device) throw new Error("The device was not stored.");
    return {
      answer: answer(201, device),
      audit: { target: `device ${device.id}`, orgId, after: { name: device.name } },
    };
  });
}

const SUBSCRIPTIONS: CallLimit = {
  action: "subscription",
  max: SUBSCRIPTIONS_A_MINUTE,
  perMs: MINUTE_MS,
  sentence: `Push can be turned on ${SUBSCRIPTIONS_A_MINUTE} times a minute.`,
};

/** Reads a subscription to store. An address to which messages are not sent, or a key that cannot encrypt them, is a 422. */
async function readSubscription({ endpoint, keys }: Pick<NewDevice, "endpoint" | "keys">, webhooks: Webhooks) {
  const problem = await webhooks.findProblem(endpoint, { httpsOnly: true });
  if (problem !== null) throw new Problem(422, [{ field: "endpoint", message: problem }]);
  const p256dh = Buffer.from(keys.p256dh, "base64url");
  if (!isPushKey(p256dh)) {
    throw new Problem(422, [{ field: "keys.p256dh", message: "This is not a key of a subscription." }]);
  }
  return { endpoint, hash: hashOf(endpoint), p256dh, auth: Buffer.from(keys.auth, "base64url") };
}

function hashOf(endpoint: string): string {
  return createHash("sha256").update(endpoint).digest("hex");
}

async function renew(db: Db, call: Call<typeof renewMyDevice>, webhooks: Webhooks) {
  const { id: userId, orgId } = personOf(call.principal);
  await countCall(db, { user: userId }, SUBSCRIPTIONS);
  const row = { userId, before: hashOf(call.body.before), ...(await readSubscription(call.body, webhooks)) };
  return change(db, call, async (tx) => {
    const device = await replaceSubscription(tx, row);
    if (!device) throw notFound();
    return {
      answer: answer(200, device),
      audit: { target: `device ${device.id}`, orgId, after: { name: device.name, new_subscription: true } },
    };
  });
}

async function remove(db: Db, call: Call<typeof removeMyDevice>) {
  const { id: userId, orgId } = personOf(call.principal);
  const { device } = call.params;
  return change(db, call, async (tx) => {
    const name = await deleteDevice(tx, device, userId);
    if (name === undefined) throw notFound();
    return { answer: answer(204, null), audit: { target: `device ${device}`, orgId, before: { name } } };
  });
}
