import { MINUTE_MS } from "@groundcrew/shared/lib";
import { requestPasswordReset } from "@groundcrew/shared/users";
import { z } from "zod";
import { insertAudit } from "../audit/index.ts";
import { inTransaction } from "../db/index.ts";
import { jobHandler, jobKind, type JobHandler } from "../jobs/index.ts";
import { isRecent, newCode } from "./codes.ts";
import { mailInvitation, type MailParts } from "./invitation-mails.ts";
import { findInvitation } from "./invitation-queries.ts";
import { changedText, resetText } from "./mail-texts.ts";
import { findRecipient, writeCode } from "./password-queries.ts";

const RESET_MS = 30 * MINUTE_MS;

/**
 * A mail with a link to set a password, as asked for at 'Forgot Password?'. The code is made only when the mail is written, so
 * that it lies in no queue.
 */
export const passwordMail = jobKind(
  "password_mail",
  z.object({
    email: z.string(),
    /** Which request asked for a reset, and from where. */
    asked: z.strictObject({ request_id: z.string(), ip: z.string() }).optional(),
  }),
);

/** A mail that says that someone's password was changed. */
export const passwordChangedMail = jobKind(
  "password_changed_mail",
  z.strictObject({ email: z.string(), at: z.iso.datetime() }),
);

/**
 * Writes the mails that let someone set a password. Who has an open invitation instead of an account gets that again; a user who has
 * neither gets none.
 */
export function passwordMails(parts: MailParts): JobHandler {
  const { db, mailer, origin, product, now } = parts;
  return jobHandler(passwordMail, async ({ email, asked }, { created }) => {
    const at = now();
    // A mail this late is of no use any more.
    if (at.getTime() - Date.parse(created) > RESET_MS) return;
    const recipient = await findRecipient(db, email);
    if (!recipient) return mailInvitation(parts, await findInvitation(db, { email, now: at }));
    const { id: userId, org_id: orgId, organization, code_created } = recipient;
    if (isRecent(code_created, at)) return;

    const { codeHash, link } = newCode(origin, email);
    const expires = new Date(at.getTime() + RESET_MS);
    await mailer.send({ to: email, ...resetText({ product, organization, link, expires }) });
    // Only now: a mail that could not be sent must not make the code before it worthless.
    await inTransaction(db, async (tx) => {
      await writeCode(tx, { userId, codeHash, created: at, expires });
      // Only of accounts that are there, and with each mail once: what strangers ask for must not fill what is never deleted.
      if (asked) await insertAudit(tx, sourceOf(asked), { target: `user ${email}`, orgId });
    });
  });
}

function sourceOf({ request_id: requestId, ip }: { request_id: string; ip: string }) {
  return { principal: { kind: "anonymous" }, action: requestPasswordReset.name, requestId, ip } as const;
}

/** Writes the mails that tell someone of a new password, in case it was not they who set it. */
export function passwordChangedMails({ mailer, origin, product }: MailParts): JobHandler {
  return jobHandler(passwordChangedMail, async ({ email, at }) => {
    await mailer.send({ to: email, ...changedText({ product, link: `${origin}/forgot`, at: new Date(at) }) });
  });
}
