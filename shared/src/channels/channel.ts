import { z } from "zod";
import { emailAddress, idOf, lineOf, orgId, timestamp, webAddress } from "../lib/index.ts";

/** Channels that an organization may have. */
export const CHANNELS_MAX = 20;
/** Tests of channels that an organization may send in a minute. */
export const CHANNEL_TESTS_A_MINUTE = 6;
/** Tests by email that an organization may send in an hour: anyone's address may be entered. */
export const EMAIL_TESTS_AN_HOUR = 30;
/** Web addresses of channels that an organization may enter in a minute: their names are looked up. */
export const CHANNEL_ADDRESSES_A_MINUTE = 30;
/** How long a webhook's previous secret also signs after a new one was made, in hours. */
export const OLD_SECRET_HOURS = 24;

/** A secret of Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. */
export const webhookSecret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, "Enter whsec_ and 24 to 64 bytes in base64, or leave it to the server.");

const secretText = z
  .string()
  .max(300, "Use at most 300 characters.")
  .regex(/^[\x21-\x7e]+$/, "Enter a secret without spaces.");

const integrationKey = z
  .string("Enter the integration key of a service.")
  .regex(/^[A-Za-z0-9]{20,64}$/, "Enter the integration key of a service: 32 letters and digits.");

/** Where messages are posted. The server refuses http, unless its settings allow addresses of its own network. */
const receiverAddress = z
  .string()
  .trim()
  .regex(/^https?:\/\/\S+$/, "Enter an address that begins with https://.")
  .pipe(webAddress);

/** Of PagerDuty: where its service is. */
const pagerDutyRegion = z.enum(["us", "eu"], "Choose a region: us or eu.");
const noAddress = z.literal("", "Alerts arrive at this console, so leave the address empty.");

const noSecret = z.null("This kind of channel has no secret.");
const posted = { address: receiverAddress, secret: noSecret };

type Fields = { kind: string; address: z.ZodType<string, string>; secret: z.ZodType<string | null, string | null> };

/**
 * How a channel sends, with its address, for `pagerduty` the region of the service, and the secret that people enter. `webhook` is signed as
 * Standard Webhooks specifies; `slack`, `mattermost` and `teams` are chats; `pagerduty` is its Events API v2; `alertmanager` gives alerts to
 * Prometheus Alertmanager, and `alertmanager_in` receives its alerts.
 */
const listed = [
  { kind: "email", address: emailAddress, secret: noSecret },
  { kind: "webhook", address: receiverAddress, secret: webhookSecret.nullable() },
  { kind: "slack", ...posted },
  { kind: "mattermost", ...posted },
  { kind: "teams", ...posted },
  { kind: "pagerduty", address: pagerDutyRegion, secret: integrationKey },
  { kind: "alertmanager", address: receiverAddress, secret: secretText.nullable() },
  { kind: "alertmanager_in", address: noAddress, secret: noSecret },
] as const satisfies readonly Fields[];

/** The kinds of channels. */
export const channelKind = z.enum(listed.map(({ kind }) => kind));
export type ChannelKind = z.output<typeof channelKind>;

const fieldsOf = z
  .record(channelKind, z.custom<Fields>())
  .parse(Object.fromEntries(listed.map((fields) => [fields.kind, fields])));

/**
 * `failing` since the latest message failed eight times in six hours, until one is delivered. `paused` by a person until a time, or by
 * itself after a day of failures, until somebody resumes it. `no_mail_server` is an email channel of an installation without one: its emails are
 * written to files. `never_used` has sent nothing but tests.
 */
export const channelState = z.enum(["working", "failing", "paused", "no_mail_server", "never_used"]);
export type ChannelState = z.output<typeof channelState>;

export const channelId = idOf("There is no such channel.");

/**
 * Where notifications go. `address` is an email address, or as much of a web address as may be displayed: the path of a chat's address is a
 * secret. `reason` says why it is failing or paused. `failing_since` and `failures` count attempts since the last success. A channel that
 * is paused without `paused_by` paused itself. `waiting` are the notifications that will be sent to a paused channel once it is resumed.
 * `last_test_failed` is about the test at `last_tested`. `delivered` are messages of the last 30 days, and `rules` the names of the rules that use it.
 * Until `old_secret_until` the previous secret signs too.
 */
export const channel = z.object({
  id: z.int(),
  org_id: z.int(),
  organization: z.string(),
  kind: channelKind,
  name: z.string(),
  address: z.string(),
  state: channelState,
  reason: z.string().nullable(),
  failing_since: timestamp.nullable(),
  failures: z.int(),
  waiting: z.int(),
  paused_until: timestamp.nullable(),
  paused_by: z.string().nullable(),
  last_ok: timestamp.nullable(),
  last_tested: timestamp.nullable(),
  last_test_failed: z.boolean(),
  delivered: z.int(),
  rules: z.array(z.string()),
  old_secret_until: timestamp.nullable(),
  created: timestamp,
  made_by: z.string(),
  edited: timestamp.nullable(),
  edited_by: z.string().nullable(),
  rev: z.int(),
});
export type Channel = z.output<typeof channel>;

export const channelName = lineOf(60, "Enter a name.");

/** The address that a kind of channel takes; for `pagerduty` the region of the service. */
export function channelAddress(kind: ChannelKind): Fields["address"] {
  return fieldsOf[kind].address;
}

/** The secret that a kind of channel takes from people: null for none. Those of `webhook` and `alertmanager_in` are made by the server. */
export function channelSecret(kind: ChannelKind): Fields["secret"] {
  return fieldsOf[kind].secret;
}

type Draft = { kind: ChannelKind; address: string; secret: string | null };

function checkDraft(draft: Draft, context: z.core.ParsePayload<Draft>): void {
  const checks = fieldsOf[draft.kind];
  for (const field of ["address", "secret"] as const) {
    for (const { message } of checks[field].safeParse(draft[field]).error?.issues.slice(0, 1) ?? []) {
      context.issues.push({ code: "custom", input: draft[field], message, path: [field] });
    }
  }
}

/**
 * A new channel of an organization, by default the caller's own. A webhook without a secret gets one. `secret` is PagerDuty's integration
 * key, or the token that an Alertmanager behind a proxy expects. An address that the product does not send to, such as one of a private
 * network, is a 422.
 */
export const newChannel = z
  .strictObject({
    org_id: orgId.nullable().default(null),
    kind: channelKind,
    name: channelName,
    address: z.string().max(1_000, "Use at most 1000 characters."),
    secret: z.string().max(300, "Use at most 300 characters.").nullable().default(null),
  })
  .check((payload) => checkDraft(payload.value, payload));
export type NewChannel = z.output<typeof newChannel>;

/** Changes a channel; a field that is null stays as it is. Its kind stays. */
export const channelEdit = z.strictObject({
  rev: z.int(),
  name: channelName,
  address: z.string().max(1_000, "Use at most 1000 characters.").nullable().default(null),
  secret: z.string().max(300, "Use at most 300 characters.").nullable().default(null),
});

/** The outcome of a test: `status` and `answer` (its first 1,000 characters) are a web server's reply, `why` is a sentence. */
export const channelTest = z.object({
  result: z.enum(["delivered", "failed"]),
  status: z.int().nullable(),
  ms: z.int(),
  answer: z.string(),
  why: z.string(),
});
export type ChannelTest = z.output<typeof channelTest>;
