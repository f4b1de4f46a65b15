import {
  changeChannel,
  createChannel,
  deleteChannel,
  listChannels,
  pauseChannel,
  renewChannelSecret,
  testChannel,
  testNewChannel,
} from "@groundcrew/shared/channels";
import { DAY_MS } from "@groundcrew/shared/lib";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import { scoped, type SharedDb } from "../platform/db/index.ts";
import { answer, notFound, Problem, route, shownAuthorOf, type Call, type Scope } from "../platform/http/index.ts";
import type { Sealer } from "../platform/lib/index.ts";
import { organizationFor } from "../organizations/index.ts";
import { clearPause, releaseWaiting, setPause } from "./health-queries.ts";
import { channelKinds } from "./kinds/index.ts";
import { lockSeen } from "./lock-seen.ts";
import { findRuleUsing, removeChannel, selectChannels } from "./queries.ts";
import { changeOne, createOne, renewSecret, withMailServer, written, type SaveOptions } from "./save-channel.ts";
import type { Senders } from "./outcome.ts";
import { testNew, testStored } from "./test-channel.ts";

type ChannelOptions = { db: SharedDb; sealer: Sealer; senders: Senders };

const PAUSE_MAX_DAYS = 30;

/** The channels of an organization: its users read them, its managers change them, and admins those of all. */
export function channelRoutes(app: FastifyInstance, { db, sealer, senders }: ChannelOptions): void {
  const { webhooks, mailer, now } = senders;
  const saveIn = (scope: Scope) => ({
    db: scoped(db, scope),
    sealer,
    webhooks,
    mailer,
    reader: scope.nameReader(senders),
  });
  route(app, listChannels, async ({ scope, query }) => {
    const orgId = query.org_id ?? scope.orgId;
    if (query.org_id !== undefined && !scope.sees(query.org_id)) throw notFound();
    const channels = await selectChannels(scoped(db, scope), orgId, scope.nameReader(senders));
    return answer(
      200,
      channels.map((channel) => withMailServer(channel, mailer)),
    );
  });
  route(app, createChannel, async (call) => {
    const { id } = await organizationFor(db, call.principal, call.body.org_id ?? undefined);
    return createOne(saveIn(call.scope), call, id);
  });
  route(app, changeChannel, (call) => changeOne(saveIn(call.scope), call));
  route(app, renewChannelSecret, (call) => renewSecret(saveIn(call.scope), call));
  route(app, pauseChannel, (call) => pauseOne(saveIn(call.scope), call, now()));
  route(app, deleteChannel, (call) => deleteOne(saveIn(call.scope), call));
  route(app, testChannel, (call) => testStored({ db: scoped(db, call.scope), sealer, senders }, call));
  route(app, testNewChannel, async (call) => {
    const { id } = await organizationFor(db, call.principal, call.body.org_id ?? undefined);
    return testNew({ db: scoped(db, call.scope), senders }, call, id);
  });
}

async function pauseOne(showing: Saving, call: Call<typeof pauseChannel>, now: number) {
  const { db, reader } = showing;
  const { until, rev } = call.body;
  const inMs = until === null ? DAY_MS : Date.parse(until) - now;
  if (inMs <= 0 || inMs > PAUSE_MAX_DAYS * DAY_MS) {
    throw new Problem(422, [{ field: "until", message: `Choose a time in the next ${PAUSE_MAX_DAYS} days.` }]);
  }
  const { principal } = call;
  const by = shownAuthorOf(principal);
  return change(db, call, async (tx) => {
    const { id, org_id: orgId } = await lockSeen(tx, { id: call.params.channel, rev, principal, reader });
    if (until === null) await clearPause(tx, id, by);
    else await setPause(tx, id, { until, by });
    const audit = { target: `channel ${id}`, orgId, after: { paused_until: until } };
    return { answer: answer(200, await written(tx, id, showing)), audit };
  });
}

type Saving = Pick<SaveOptions, "db" | "reader" | "mailer">;

async function deleteOne({ db, reader }: Saving, call: Call<typeof deleteChannel>) {
  return change(db, call, async (tx) => {
    const { rev } = call.query;
    const seen = { id: call.params.channel, rev, principal: call.principal, reader };
    const { id, kind, name, org_id: orgId } = await lockSeen(tx, seen);
    const rule = await findRuleUsing(tx, id);
    if (rule !== undefined) throw new Problem(409, `The rule ${rule} uses this channel. Remove it there first.`);
    await releaseWaiting(tx, id);
    await removeChannel(tx, id);
    await channelKinds[kind].removed?.(tx, id);
    return { answer: answer(204, null), audit: { target: `channel ${id}`, orgId, before: { name } } };
  });
}
