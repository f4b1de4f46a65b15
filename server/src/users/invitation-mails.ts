import { HOUR_MS, type Timestamp } from "@groundcrew/shared/lib";
import { z } from "zod";
import type { SharedDb } from "../db/index.ts";
import { jobHandler, jobKind, type JobHandler } from "../jobs/index.ts";
import type { Mailer } from "../mail/index.ts";
import { isRecent, newCode } from "./codes.ts";
import { findInvitation, writeInvitationMail, type Invitation } from "./invitation-queries.ts";
import { elsewhereText, invitationText } from "./mail-texts.ts";
import { findRecipient } from "./queries.ts";

const INVITATION_MS = 72 * HOUR_MS;

/** An email about an invitation. Its code is generated only when the email is written, so that no queue contains it. */
export const invitationMail = jobKind(
  "invitation_mail",
  z.strictObject({ email: z.string(), org_id: z.number().int() }),
);

export type MailOptions = {
  db: SharedDb;
  mailer: Mailer;
  /** Public address of the console. */
  origin: string;
  product: string;
  now: () => Date;
};

/** The times of an invitation sent at `now`. */
export function invitationTimes(now: Date): { sent: Timestamp; expires: Timestamp } {
  return { sent: now.toISOString(), expires: new Date(now.getTime() + INVITATION_MS).toISOString() };
}

/** Writes the emails to invited people. An invitation that was withdrawn or has expired is not sent. */
export function invitationMails(options: MailOptions): JobHandler {
  return jobHandler(invitationMail, async ({ email, org_id: orgId }) =>
    mailInvitation(options, await findInvitation(options.db, { email, orgId, now: options.now() })),
  );
}

/**
 * Sends an invitation's email, if there is one, unless one was sent recently and the invitation was not sent again since. A person who has
 * an account already gets no code: an invitation changes nobody's account.
 */
export async function mailInvitation(
  { db, mailer, origin, product, now }: MailOptions,
  invitation: Invitation | undefined,
): Promise<void> {
  const at = now();
  if (!invitation) return;
  const { email, organization, invited_by: inviter } = invitation;
  const isMailed = invitation.mailed !== null && invitation.mailed >= invitation.sent;
  if (isMailed && isRecent(invitation.mailed, at)) return;
  const mailed = at.toISOString();
  if (await findRecipient(db, email)) {
    await mailer.send({ to: email, ...elsewhereText({ product, organization, inviter }) });
    return writeInvitationMail(db, invitation, { mailed, codeHash: null });
  }
  const { codeHash, link } = newCode(origin, email);
  const expires = new Date(invitation.expires);
  await mailer.send({ to: email, ...invitationText({ product, organization, link, expires, inviter }) });
  // Not earlier: an email that could not be sent must not invalidate the code before it.
  await writeInvitationMail(db, invitation, { mailed, codeHash });
}
