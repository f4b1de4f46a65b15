import { createHash, randomBytes } from "node:crypto";
import { HOUR_MS, type Timestamp, MINUTE_MS } from "@groundcrew/shared/lib";
import { MAIL_PAUSE_MS, requestPasswordReset } from "@groundcrew/shared/users";
import { z } from "zod";
import { insertAudit } from "../audit/index.ts";
import { type SharedDb, inTransaction } from "../platform/db/index.ts";
import { jobHandler, jobKind, type JobHandler } from "../platform/jobs/index.ts";
import { replyOf, type Mailing } from "../platform/mail/index.ts";
import { findInvitation, writeInvitationFailure, writeInvitationMail, type Invitation } from "./invitation-queries.ts";
import { elsewhereText, factorText, type FactorChange, invitationText, changedText, resetText } from "./mail-texts.ts";
import { findRecipient, writeCode } from "./queries.ts";

const INVITATION_MS = 72 * HOUR_MS;

/** An email about an invitation. Its code is generated only when the email is written, so that no queue contains it. */
export const invitationMail = jobKind(
  "invitation_mail",
  z.strictObject({ email: z.string(), org_id: z.number().int() }),
);

export type MailOptions = Mailing & { db: SharedDb; now: () => Date };

/** The times of an invitation sent at `now`. */
export function invitationTimes(now: Date): { sent: Timestamp; expires: Timestamp } {
  return { sent: now.toISOString(), expires: new Date(now.getTime() + INVITATION_MS).toISOString() };
}

/** Writes the emails to invited people. An invitation that was withdrawn or has expired is not sent. */
export function invitationMails(options: MailOptions): JobHandler {
  return jobHandler(invitationMail, async ({ email, org_id: orgId }, { created }) =>
    mailInvitation(options, await findInvitation(options.db, { email, orgId, now: options.now() }), created),
  );
}

/**
 * Sends the email of an invitation, if there is one. It is not sent again if an earlier one was sent recently or after this one was
 * `requested`, unless the invitation itself was sent again since. A person who has an account already gets no code: an invitation never
 * changes an existing account.
 */
async function mailInvitation(
  options: MailOptions,
  invitation: Invitation | undefined,
  requested: Timestamp,
): Promise<void> {
  const { db, origin, product, now } = options;
  const at = now();
  if (!invitation) return;
  const { email, organization, invited_by: inviter } = invitation;
  const isMailed = invitation.mailed !== null && invitation.mailed >= invitation.sent;
  if (isMailed && (isRecent(invitation.mailed, at) || isAfter(invitation.mailed, requested))) return;
  const mailed = at.toISOString();
  if (await findRecipient(db, email)) {
    await sendFor(options, invitation, elsewhereText({ product, organization, inviter }));
    return writeInvitationMail(db, invitation, { mailed, codeHash: null });
  }
  const { codeHash, link } = newCode(origin, email);
  const expires = new Date(invitation.expires);
  await sendFor(options, invitation, invitationText({ product, organization, link, expires, inviter }));
  // Not earlier: an email that could not be sent must not invalidate the code before it.
  await writeInvitationMail(db, invitation, { mailed, codeHash });
}

/**
 * Sends an invitation's email. A failure is stored with the invitation, where its organization's managers see it, unless another email was
 * sent or requested meanwhile.
 */
async function sendFor(
  { db, mailer, now }: MailOptions,
  invitation: Invitation,
  mail: { subject: string; text: string },
): Promise<void> {
  try {
    await mailer.send({ to: invitation.email, ...mail });
  } catch (error) {
    await writeInvitationFailure(db, invitation, { failed: now().toISOString(), reply: replyOf(error) });
    throw error;
  }
}

const CODE_BYTES = 32;

/** A new code for an email address: its stored hash, and the link to mail. */
function newCode(origin: string, email: string): { codeHash: Buffer; link: string } {
  const code = randomBytes(CODE_BYTES).toString("base64url");
  // In the fragment, which browsers do not send: the code must not end up in proxy logs.
  const link = `${origin}/set-password#${new URLSearchParams({ email, code }).toString()}`;
  return { codeHash: hashCode(code), link };
}

/** The stored hash of a code. Its 256 random bits need no slow hash. */
export function hashCode(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}

/** Whether an email was sent after a time: another job has sent it while this one waited to be tried again. */
function isAfter(mailed: Timestamp | null, time: Timestamp): boolean {
  return mailed !== null && Date.parse(mailed) >= Date.parse(time);
}

/** Whether an email was sent so recently that another would only repeat it. */
function isRecent(mailed: Timestamp | null, now: Date): boolean {
  return mailed !== null && now.getTime() - Date.parse(mailed) < MAIL_PAUSE_MS;
}

const RESET_MS = 30 * MINUTE_MS;

/**
 * An email with a link to set a password, requested with 'Forgot Password?'. Its code is generated only when the email is written, so that
 * no queue contains it.
 */
export const passwordMail = jobKind(
  "password_mail",
  z.object({
    email: z.string(),
    /** The request for the reset, and where it came from. */
    request: z.strictObject({ request_id: z.string(), ip: z.string() }).optional(),
  }),
);

/** An email that reports a changed password. */
export const passwordChangedMail = jobKind(
  "password_changed_mail",
  z.strictObject({ email: z.string(), at: z.iso.datetime() }),
);

const factorChange = z.enum([
  "passkey_added",
  "passkey_removed",
  "app_added",
  "app_removed",
  "codes_renewed",
  "device_mails_off",
  "reset",
] satisfies FactorChange[]);

/** An email that reports a change of second factors, and `by` whom if that was not their user. */
export const factorChangedMail = jobKind(
  "factor_changed_mail",
  z.strictObject({ email: z.string(), at: z.iso.datetime(), change: factorChange, by: z.string().optional() }),
);

/** Writes the emails that inform users about a change of their second factors, in case someone else made it. */
export function factorChangedMails({ mailer, origin, product }: MailOptions): JobHandler {
  return jobHandler(factorChangedMail, async ({ email, at, change, by }) => {
    const link = `${origin}/account`;
    await mailer.send({ to: email, ...factorText({ product, link, at: new Date(at), change, by }) });
  });
}

/**
 * Writes the emails for setting a password. A person with an open invitation instead of an account gets that again; anyone else gets none.
 */
export function passwordMails(options: MailOptions): JobHandler {
  const { db, mailer, origin, product, now } = options;
  return jobHandler(passwordMail, async ({ email, request }, { created }) => {
    const at = now();
    // An email this late is no longer useful.
    if (at.getTime() - Date.parse(created) > RESET_MS) return;
    const recipient = await findRecipient(db, email);
    if (!recipient) return mailInvitation(options, await findInvitation(db, { email, now: at }), created);
    const { id: userId, org_id: orgId, organization, code_created } = recipient;
    if (isRecent(code_created, at)) return;

    const { codeHash, link } = newCode(origin, email);
    const expires = new Date(at.getTime() + RESET_MS);
    await mailer.send({ to: email, ...resetText({ product, organization, link, expires }) });
    // Not earlier: an email that could not be sent must not invalidate the code before it.
    await inTransaction(db, async (tx) => {
      await writeCode(tx, { userId, codeHash, created: at, expires });
      // Only for existing accounts, and once for each email: requests by strangers must not fill a table that is never cleared.
      if (request) await insertAudit(tx, sourceOf(request), { target: `user ${email}`, orgId });
    });
  });
}

function sourceOf({ request_id: requestId, ip }: { request_id: string; ip: string }) {
  return { principal: { kind: "anonymous" }, action: requestPasswordReset.name, requestId, ip } as const;
}

/** Writes the emails that inform users about a new password, in case someone else set it. */
export function passwordChangedMails({ mailer, origin, product }: MailOptions): JobHandler {
  return jobHandler(passwordChangedMail, async ({ email, at }) => {
    await mailer.send({ to: email, ...changedText({ product, link: `${origin}/forgot`, at: new Date(at) }) });
  });
}
