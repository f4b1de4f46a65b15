import { HOUR_MS, type Timestamp } from "@groundcrew/shared/lib";
import { z } from "zod";
import type { SharedDb } from "../db/index.ts";
import { jobHandler, jobKind, type JobHandler } from "../jobs/index.ts";
import type { Mailer } from "../mail/index.ts";
import { isRecent, newCode } from "./codes.ts";
import { findInvitation, writeInvitationMail, type Invitation } from "./invitation-queries.ts";
import { elsewhereText, invitationText } from "./mail-texts.ts";
import { findRecipient } from "./password-queries.ts";

const INVITATION_MS = 72 * HOUR_MS;

/** A mail about an invitation. The code in it is made only when it is written, so that it lies in no queue. */
export const invitationMail = jobKind(
  "invitation_mail",
  z.strictObject({ email: z.string(), org_id: z.number().int() }),
);

export type MailParts = {
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

/** Writes the mails to people who were invited. An invitation withdrawn or expired meanwhile is not mailed. */
export function invitationMails(parts: MailParts): JobHandler {
  return jobHandler(invitationMail, async ({ email, org_id: orgId }) =>
    mailInvitation(parts, await findInvitation(parts.db, { email, orgId, now: parts.now() })),
  );
}

/**
 * Mails an invitation, if there is one, unless it has been mailed recently and not been sent again since. Who has an account already is mailed no code: an
 * invitation changes nobody's account.
 */
export async function mailInvitation(
  { db, mailer, origin, product, now }: MailParts,
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
  // Only now: a mail that could not be sent must not make the code before it worthless.
  await writeInvitationMail(db, invitation, { mailed, codeHash });
}
