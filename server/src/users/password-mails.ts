import { MINUTE_MS } from "@groundcrew/shared/lib";
import { requestPasswordReset } from "@groundcrew/shared/users";
import { z } from "zod";
import { insertAudit } from "../audit/index.ts";
import { inTransaction } from "../db/index.ts";
import { jobHandler, jobKind, type JobHandler } from "../jobs/index.ts";
import { isRecent, newCode } from "./codes.ts";
import { mailInvitation, type MailOptions } from "./invitation-mails.ts";
import { findInvitation } from "./invitation-queries.ts";
import { changedText, resetText } from "./mail-texts.ts";
import { findRecipient, writeCode } from "./queries.ts";

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
    asked: z.strictObject({ request_id: z.string(), ip: z.string() }).optional(),
  }),
);

/** An email that reports a changed password. */
export const passwordChangedMail = jobKind(
  "password_changed_mail",
  z.strictObject({ email: z.string(), at: z.iso.datetime() }),
);

/**
 * Writes the emails for setting a password. A person with an open invitation instead of an account gets that again; anyone else gets none.
 */
export function passwordMails(options: MailOptions): JobHandler {
  const { db, mailer, origin, product, now } = options;
  return jobHandler(passwordMail, async ({ email, asked }, { created }) => {
    const at = now();
    // An email this late is no longer useful.
    if (at.getTime() - Date.parse(created) > RESET_MS) return;
    const recipient = await findRecipient(db, email);
    if (!recipient) return mailInvitation(options, await findInvitation(db, { email, now: at }));
    const { id: userId, org_id: orgId, organization, code_created } = recipient;
    if (isRecent(code_created, at)) return;

    const { codeHash, link } = newCode(origin, email);
    const expires = new Date(at.getTime() + RESET_MS);
    await mailer.send({ to: email, ...resetText({ product, organization, link, expires }) });
    // Not earlier: an email that could not be sent must not invalidate the code before it.
    await inTransaction(db, async (tx) => {
      await writeCode(tx, { userId, codeHash, created: at, expires });
      // Only for existing accounts, and once for each email: requests by strangers must not fill a table that is never cleared.
      if (asked) await insertAudit(tx, sourceOf(asked), { target: `user ${email}`, orgId });
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
