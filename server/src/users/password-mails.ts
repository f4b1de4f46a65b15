import { createHash, randomBytes } from "node:crypto";
import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { z } from "zod";
import type { Db } from "../db/index.ts";
import { jobHandler, jobKind, type JobHandler } from "../jobs/index.ts";
import type { Mailer } from "../mail/index.ts";
import { invitationText, resetText } from "./mail-texts.ts";
import { findRecipient, writeCode } from "./password-queries.ts";

const CODE_BYTES = 32;
const INVITATION_MS = 72 * HOUR_MS;
const RESET_MS = 30 * MINUTE_MS;
/** A code this young is in the mailbox or on its way there. */
const RECENT_MS = 5 * MINUTE_MS;

/**
 * A mail with a link to set a password: an invitation by `inviter`, or else what was asked for at 'Forgot Password?'. The
 * code is made only when the mail is written, so that it lies in no queue.
 */
export const passwordMail = jobKind(
  "password_mail",
  z.strictObject({ email: z.string(), inviter: z.string().nullable() }),
);

export type PasswordMailParts = {
  db: Db;
  mailer: Mailer;
  /** Public address of the console. */
  origin: string;
  product: string;
  now: () => Date;
};

/** Writes the mails that let someone set a password. Whoever has no account gets none. */
export function passwordMails({ db, mailer, origin, product, now }: PasswordMailParts): JobHandler {
  return jobHandler(passwordMail, async ({ email, inviter }, { created }) => {
    const lifetimeMs = inviter === null ? RESET_MS : INVITATION_MS;
    const at = now();
    // Nobody waits any more for a mail that comes so late.
    if (at.getTime() - Date.parse(created) > lifetimeMs) return;
    const recipient = await findRecipient(db, email);
    if (!recipient) return;
    const { id: userId, organization, code_created } = recipient;
    if (code_created !== null && at.getTime() - Date.parse(code_created) < RECENT_MS) return;

    const code = randomBytes(CODE_BYTES).toString("base64url");
    const expires = new Date(at.getTime() + lifetimeMs);
    const link = `${origin}/set-password?${new URLSearchParams({ email, code }).toString()}`;
    const about = { product, organization, link, expires };
    const text = inviter === null ? resetText(about) : invitationText({ ...about, inviter });
    await mailer.send({ to: email, ...text });
    // Only now: a mail that could not be sent must not make the code before it worthless.
    await writeCode(db, { userId, codeHash: hashCode(code), created: at, expires });
  });
}

/** What is stored of a code. Its 256 random bits need no slow hash. */
export function hashCode(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}
