import {
  CHANNELS_MAX,
  channelAddress,
  channelSecret,
  OLD_SECRET_HOURS,
  type changeChannel,
  type ChannelKind,
  type createChannel,
  type NewChannel,
  type renewChannelSecret,
} from "@groundcrew/shared/channels";
import { randomBytes } from "node:crypto";
import { change } from "../audit/index.ts";
import type { Db, NameReader } from "../db/index.ts";
import { answer, Problem, shownAuthorOf, type Call } from "../http/index.ts";
import type { Sealer } from "../lib/index.ts";
import type { Webhooks } from "../webhooks/index.ts";
import { newWebhookSecret } from "./format-webhook.ts";
import { lockSeen } from "./lock-seen.ts";
import {
  countChannels,
  findChannel,
  insertChannel,
  isNameTaken,
  isProvider,
  updateChannel,
  updateSecret,
  type StoredChannel,
} from "./queries.ts";
import { openSecrets, sealSecrets, shownAddress, type ChannelSecrets } from "./secrets.ts";

export type SaveOptions = { db: Db; sealer: Sealer; webhooks: Webhooks; reader: NameReader };

/** Why nothing would be sent to an address; null when nothing is known against it. */
async function addressProblem(kind: ChannelKind, address: string, webhooks: Webhooks): Promise<string | null> {
  const hasUrl = kind !== "email" && kind !== "pagerduty" && kind !== "alertmanager_in";
  return hasUrl ? webhooks.findProblem(address, { httpsOnly: true }) : null;
}

/** The fields of a new channel that are secret, with one that the server makes if the kind has one. */
export async function newSecrets({ kind, address, secret }: NewChannel, webhooks: Webhooks): Promise<ChannelSecrets> {
  const problem = await addressProblem(kind, address, webhooks);
  if (problem !== null) throw new Problem(422, [{ field: "address", message: problem }]);
  return { address: channelAddress(kind).parse(address), secret: secret ?? madeSecret(kind), old_secret: null };
}

/** A secret for a kind of channel whose secrets the server makes; null for others. */
function madeSecret(kind: ChannelKind): string | null {
  if (kind === "webhook") return newWebhookSecret();
  return kind === "alertmanager_in" ? `amt_${randomBytes(24).toString("base64url")}` : null;
}

/** Creates a channel, and returns the secret that was made for it. */
export async function createOne(options: SaveOptions, call: Call<typeof createChannel>, orgId: number) {
  const { db, sealer, webhooks, reader } = options;
  const { body, principal } = call;
  if (body.kind === "alertmanager_in" && !(await isProvider(db, orgId))) {
    throw new Problem(422, [{ field: "kind", message: "Only the support receives alerts of Alertmanager." }]);
  }
  const secrets = await newSecrets(body, webhooks);
  const secret = body.secret === null ? secrets.secret : null;
  return change(db, call, async (tx) => {
    if ((await countChannels(tx, orgId)) >= CHANNELS_MAX) {
      throw new Problem(409, `An organization has at most ${CHANNELS_MAX} channels.`);
    }
    await refuseTakenName(tx, { orgId, name: body.name, except: null });
    const address = shownAddress(body.kind, secrets.address);
    const creator = { id: principal.kind === "user" ? principal.id : null, ...shownAuthorOf(principal) };
    const row = { orgId, kind: body.kind, name: body.name, address, sealed: sealSecrets(sealer, secrets) };
    const id = await insertChannel(tx, row, creator);
    return {
      answer: answer(201, { channel: await written(tx, id, reader), secret }),
      audit: { target: `channel ${id}`, orgId, after: { kind: body.kind, name: body.name, address } },
      secret: secret !== null,
    };
  });
}

/** Changes a channel. Without a new address or secret, it keeps the one that it has. */
export async function changeOne(options: SaveOptions, call: Call<typeof changeChannel>) {
  const { db, sealer, webhooks, reader } = options;
  const { body } = call;
  return change(db, call, async (tx) => {
    const before = await lockSeen(tx, { id: call.params.channel, rev: body.rev, principal: call.principal, reader });
    const { org_id: orgId, kind } = before;
    await refuseTakenName(tx, { orgId, name: body.name, except: before.id });
    const secrets = openSecrets(sealer, before.sealed);
    const address = body.address === null ? null : await readAddress(kind, body.address, webhooks);
    const secret = body.secret === null ? null : readField("secret", channelSecret(kind), body.secret);
    if (secrets === null && (address === null || (kind === "pagerduty" && secret === null))) {
      throw new Problem(409, "The server's secret key has changed. Enter the address and the secret again.");
    }
    const kept = secrets ?? { address: "", secret: null, old_secret: null };
    const next = { ...kept, address: address ?? kept.address, secret: secret ?? kept.secret ?? madeSecret(kind) };
    const shown = shownAddress(kind, next.address);
    const row = {
      name: body.name,
      address: shown,
      sealed: sealSecrets(sealer, next),
      by: shownAuthorOf(call.principal),
    };
    await updateChannel(tx, before.id, row);
    return {
      answer: answer(200, await written(tx, before.id, reader)),
      audit: {
        target: `channel ${before.id}`,
        orgId,
        before: { name: before.name, address: before.address },
        after: { name: body.name, address: shown, new_secret: secret !== null },
      },
    };
  });
}

/** Makes a new secret. The previous one stays valid for a day. */
export async function renewSecret({ db, sealer, reader }: SaveOptions, call: Call<typeof renewChannelSecret>) {
  return change(db, call, async (tx) => {
    const { principal, body } = call;
    const before = await lockSeen(tx, { id: call.params.channel, rev: body.rev, principal, reader });
    const secret = madeSecret(before.kind);
    const secrets = openSecrets(sealer, before.sealed);
    if (secret === null) throw new Problem(409, "This kind of channel has no secret of this server's.");
    if (secrets === null) throw new Problem(409, "The server's secret key has changed. Create the channel again.");
    const sealed = sealSecrets(sealer, { ...secrets, secret, old_secret: secrets.secret });
    await updateSecret(tx, before.id, { sealed, hours: OLD_SECRET_HOURS, by: shownAuthorOf(call.principal) });
    return {
      answer: answer(200, { channel: await written(tx, before.id, reader), secret }),
      audit: { target: `channel ${before.id}`, orgId: before.org_id, after: { new_secret: true } },
      secret: true,
    };
  });
}

async function readAddress(kind: ChannelKind, text: string, webhooks: Webhooks): Promise<string> {
  const address = readField("address", channelAddress(kind), text);
  const problem = await addressProblem(kind, address, webhooks);
  if (problem !== null) throw new Problem(422, [{ field: "address", message: problem }]);
  return address;
}

type Field<T> = { safeParse: (text: string) => { success: true; data: T } | { success: false; error: Issues } };
type Issues = { issues: readonly { message: string }[] };

/** A field of an edit, whose rules depend on the kind of the stored channel. */
function readField<T>(field: string, schema: Field<T>, text: string): T {
  const read = schema.safeParse(text);
  if (read.success) return read.data;
  throw new Problem(422, [{ field, message: read.error.issues[0]?.message ?? "This is not valid." }]);
}

async function refuseTakenName(tx: Db, place: { orgId: number; name: string; except: number | null }): Promise<void> {
  if (await isNameTaken(tx, place)) throw new Problem(409, `There is a channel called ${place.name} already.`);
}

/** A channel that was just stored. */
export async function written(tx: Db, id: StoredChannel["id"], reader: NameReader) {
  const found = await findChannel(tx, id, reader);
  if (!found) throw new Error(`Channel ${id} was not stored.`);
  return found;
}
