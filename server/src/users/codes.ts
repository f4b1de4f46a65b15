import { createHash, randomBytes } from "node:crypto";
import type { Timestamp } from "@groundcrew/shared/lib";
import { MAIL_PAUSE_MS } from "@groundcrew/shared/users";

const CODE_BYTES = 32;

/** A new code for an email address: its stored hash, and the link to mail. */
export function newCode(origin: string, email: string): { codeHash: Buffer; link: string } {
  const code = randomBytes(CODE_BYTES).toString("base64url");
  // In the fragment, which browsers do not send: the code must not end up in proxy logs.
  const link = `${origin}/set-password#${new URLSearchParams({ email, code }).toString()}`;
  return { codeHash: hashCode(code), link };
}

/** The stored hash of a code. Its 256 random bits need no slow hash. */
export function hashCode(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}

/** Whether an email was sent so recently that another would only repeat it. */
export function isRecent(mailed: Timestamp | null, now: Date): boolean {
  return mailed !== null && now.getTime() - Date.parse(mailed) < MAIL_PAUSE_MS;
}
