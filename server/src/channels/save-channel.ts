import {
  CHANNEL_ADDRESSES_A_MINUTE,
  CHANNELS_MAX,
  channelAddress,
  channelSecret,
  OLD_SECRET_HOURS,
  type changeChannel,
  type Channel,
  type ChannelKind,
  type createChannel,
  type NewChannel,
  type renewChannelSecret,
} from "@groundcrew/shared/channels";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { change } from "../audit/index.ts";
import type { Db, NameReader } from "../platform/db/index.ts";
import { answer, notFound, Problem, shownAuthorOf, type Call } from "../platform/http/index.ts";
import type { Sealer } from "../platform/lib/index.ts";
import type { Mailer } from "../platform/mail/index.ts";
import { countCall, type CallLimit } from "../platform/throttle/index.ts";
import type { Webhooks } from "../platform/webhooks/index.ts";
import { channelKinds } from "./kinds/index.ts";
import { resetAfterEdit } from "./health-queries.ts";
import { lockSeen, ownedBy } from "./lock-seen.ts";
import {
  countChannels,
  findChannel,
  findStoredChannel,
  insertChannel,
  isNameTaken,
  isProvider,
  updateChannel,
  updateSecret,
  type StoredChannel,
} from "./queries.ts";
import { openSecrets, sealSecrets, type ChannelSecrets } from "./secrets.ts";

type Checking = { db: Db; webhooks: Webhooks };
/** The reader of a channel, and the mailer, without which emails are not sent. */
type Showing = { reader: NameReader; mailer: Mailer };
export type SaveOptions = Checking & Showing & { sealer: Sealer };

/** Rejects an address to which messages would not be sent. The number of names that an organization may have resolved is limited. */
async function checkAddress(
  { db, webhooks }: Checking,
  { kind, address, orgId }: { kind: ChannelKind; address: string; orgId: number },
): Promise<void> {
  if (!channelKinds[kind].isPosted) return;
  await countCall(db, { organization: orgId }, ADDRESSES);
  const problem = await webhooks.findProblem(address, { httpsOnly: true });
  if (problem !== null) throw new Problem(422, [{ field: "address", message: problem }]);
}

const ADDRESSES: CallLimit = {
  action: "address",
  max: CHANNEL_ADDRESSES_A_MINUTE,
  perMs: MINUTE_MS,
  sentence: `An organization may check ${CHANNEL_ADDRESSES_A_MINUTE} channel addresses a minute.`,
};

/** The fields of a new channel that are secret, with one that the server makes if the kind has one. */
export async function newSecrets(
  checking: Checking,
  { kind, address, secret }: NewChannel,
  orgId: number,
): Promise<ChannelSecrets> {
  await checkAddress(checking, { kind, address, orgId });
  return { address: channelAddress(kind).parse(address), secret: secret ?? newSecret(kind), old_secret: null };
}

/** A secret for a kind of channel whose secrets the server makes; null for others. */
function newSecret(kind: ChannelKind): string | null {
  return channelKinds[kind].newSecret?.() ?? null;
}

/** Creates a channel, and returns the secret that was made for it. */
export async function createOne(options: SaveOptions, call: Call<typeof createChannel>, orgId: number) {
  const { db, sealer } = options;
  const { body, principal } = call;
  if (channelKinds[body.kind].onlyReceives && !(await isProvider(db, orgId))) {
    throw new Problem(422, [{ field: "kind", message: "Only support staff receive alerts of Alertmanager." }]);
  }
  const secrets = await newSecrets(options, body, orgId);
  const secret = body.secret === null ? secrets.secret : null;
  return change(db, call, async (tx) => {
    if ((await countChannels(tx, orgId)) >= CHANNELS_MAX) {
      throw new Problem(409, `An organization has at most ${CHANNELS_MAX} channels.`);
    }
    await refuseTakenName(tx, { orgId, name: body.name, except: null });
    const address = channelKinds[body.kind].shownAddress(secrets.address);
    const creator = { id: principal.kind === "user" ? principal.id : null, ...shownAuthorOf(principal) };
    const row = { orgId, kind: body.kind, name: body.name, address, sealed: sealSecrets(sealer, secrets) };
    const id = await insertChannel(tx, row, creator);
    return {
      answer: answer(201, { channel: await written(tx, id, options), secret }),
      audit: { target: `channel ${id}`, orgId, after: { kind: body.kind, name: body.name, address } },
      secret: secret !== null,
    };
  });
}

/**
 * Changes a channel. Without a new secret, it keeps the one that it has, unless it has a new address: a secret is not sent to an address for which
 * it was not entered.
 */
export async function changeOne(options: SaveOptions, call: Call<typeof changeChannel>) {
  const { db, sealer, reader } = options;
  const { body } = call;
  const found = await findStoredChannel(db, call.params.channel, ownedBy(call.principal));
  if (!found) throw notFound();
  const { kind } = found;
  const address = body.address === null ? null : readField("address", channelAddress(kind), body.address);
  // Before the transaction, because a name server may take its time.
  if (address !== null) await checkAddress(options, { kind, address, orgId: found.org_id });
  const secret = body.secret === null ? null : readField("secret", channelSecret(kind), body.secret);
  return change(db, call, async (tx) => {
    const before = await lockSeen(tx, { id: found.id, rev: body.rev, principal: call.principal, reader });
    const { org_id: orgId } = before;
    await refuseTakenName(tx, { orgId, name: body.name, except: before.id });
    const next = nextSecrets(kind, openSecrets(sealer, before.sealed), { address, secret });
    const shown = channelKinds[kind].shownAddress(next.address);
    const row = {
      name: body.name,
      address: shown,
      sealed: sealSecrets(sealer, next),
      by: shownAuthorOf(call.principal),
    };
    await updateChannel(tx, before.id, row);
    if (address !== null || secret !== null) await resetAfterEdit(tx, before.id);
    return {
      answer: answer(200, await written(tx, before.id, options)),
      audit: {
        target: `channel ${before.id}`,
        orgId,
        before: { name: before.name, address: before.address },
        after: { name: body.name, address: shown, new_secret: secret !== null },
      },
    };
  });
}

function nextSecrets(
  kind: ChannelKind,
  kept: ChannelSecrets | null,
  { address, secret }: { address: string | null; secret: string | null },
): ChannelSecrets {
  if (kept === null && (address === null || (channelKinds[kind].needsSecret && secret === null))) {
    throw new Problem(409, "The server's secret key has changed. Enter the address and the secret again.");
  }
  const isMoved =
    channelKinds[kind].hasSecretOfAddress && kept !== null && address !== null && address !== kept.address;
  if (isMoved && kept.secret !== null && secret === null) {
    throw new Problem(422, [{ field: "secret", message: "Enter the secret again, because the address is new." }]);
  }
  return {
    address: address ?? kept?.address ?? "",
    secret: secret ?? kept?.secret ?? newSecret(kind),
    old_secret: kept?.old_secret ?? null,
  };
}

/** Makes a new secret. The previous one stays valid for a day. */
export async function renewSecret(options: SaveOptions, call: Call<typeof renewChannelSecret>) {
  const { db, sealer, reader } = options;
  return change(db, call, async (tx) => {
    const { principal, body } = call;
    const before = await lockSeen(tx, { id: call.params.channel, rev: body.rev, principal, reader });
    const secret = newSecret(before.kind);
    const secrets = openSecrets(sealer, before.sealed);
    if (secret === null) throw new Problem(409, "This kind of channel has no secret of this server's.");
    if (secrets === null) throw new Problem(409, "The server's secret key has changed. Create the channel again.");
    const sealed = sealSecrets(sealer, { ...secrets, secret, old_secret: secrets.secret });
    await updateSecret(tx, before.id, { sealed, hours: OLD_SECRET_HOURS, by: shownAuthorOf(call.principal) });
    return {
      answer: answer(200, { channel: await written(tx, before.id, options), secret }),
      audit: { target: `channel ${before.id}`, orgId: before.org_id, after: { new_secret: true } },
      secret: true,
    };
  });
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
export async function written(tx: Db, id: StoredChannel["id"], { reader, mailer }: Showing): Promise<Channel> {
  const found = await findChannel(tx, id, reader);
  if (!found) throw new Error(`Channel ${id} was not stored.`);
  return withMailServer(found, mailer);
}

/** A channel as people see it: without a mail server, email channels send nothing. */
export function withMailServer(channel: Channel, { writesFiles }: Mailer): Channel {
  const isAffected = writesFiles && channelKinds[channel.kind].isMailed && channel.state !== "paused";
  return isAffected ? { ...channel, state: "no_mail_server", reason: null } : channel;
}
