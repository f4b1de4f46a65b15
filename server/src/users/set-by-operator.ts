import { emailAddress } from "@groundcrew/shared/lib";
import { newPassword } from "@groundcrew/shared/users";
import { insertAudit, type AuditSource } from "../audit/index.ts";
import { deleteFactors } from "../factors/index.ts";
import { inTransaction, type SharedDb } from "../platform/db/index.ts";
import { deleteSessionsOf, hashPassword, isWeakPassword } from "../sessions/index.ts";
import { findUser, insertAdmin, organizationCalled, updatePassword } from "./queries.ts";

/** Creates an admin of the provider's organization. Rejects with one sentence if the email is taken or the password is weak. */
export async function createAdmin(
  db: SharedDb,
  { email, password, provider }: { email: string; password: string; provider: string },
): Promise<void> {
  const address = addressOf(email);
  const passwordHash = await hashStrong(password, { words: [address, provider] });
  await inTransaction(db, async (tx) => {
    const isAdded = await addAdmin(tx, { email: address, passwordHash, provider }, sourceOf("createAdmin"));
    if (isAdded) return;
    if ((await findUser(tx, address))?.can_admin !== true) {
      throw new Error(`${address} belongs to a user who is not an admin. Choose another email.`);
    }
    throw new Error(`${address} is an admin already. To set a new password, use groundcrew admin reset-password.`);
  });
}

/** Adds an admin of the provider's organization, which is created if needed, and an audit entry. Returns false if the email is taken. */
export async function addAdmin(
  tx: SharedDb,
  { email, passwordHash, provider }: { email: string; passwordHash: string; provider: string },
  source: AuditSource,
): Promise<boolean> {
  const orgId = await organizationCalled(tx, provider);
  if (!(await insertAdmin(tx, { email, orgId, passwordHash }))) return false;
  const after = { organization: provider, can_admin: true };
  await insertAudit(tx, source, { target: `user ${email}`, orgId, after });
  return true;
}

/** Sets a user's password, removes their second factors and ends their sessions. Rejects with one sentence if there is no such user or the password is weak. */
export async function resetPassword(
  db: SharedDb,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const address = addressOf(email);
  const user = await findUser(db, address);
  if (!user) throw new Error(`There is no user ${address}.`);
  const passwordHash = await hashStrong(password, { words: [address, user.organization] });
  await inTransaction(db, async (tx) => {
    await updatePassword(tx, { userId: user.id, passwordHash, now: new Date() });
    await deleteFactors(tx, user.id);
    await deleteSessionsOf(tx, user.id);
    await insertAudit(tx, sourceOf("resetPassword"), { target: `user ${address}`, orgId: user.org_id });
  });
}

/** In the audit, a change that was made with the command on the server's machine. */
function sourceOf(action: string) {
  return { principal: { kind: "server" }, action, requestId: "command", ip: null } as const;
}

function addressOf(email: string): string {
  const read = emailAddress.safeParse(email);
  if (!read.success) throw new Error(`${email} is not an email address.`);
  return read.data;
}

/**
 * The hash of a password that an operator has chosen. Throws a sentence about `what` if it is weak; `words` are easily guessed for this
 * user.
 */
export async function hashStrong(
  password: string,
  { words, what = "The password" }: { words: readonly string[]; what?: string },
): Promise<string> {
  if (!newPassword.safeParse(password).success || (await isWeakPassword(password, words))) {
    throw new Error(`${what} must have 15 to 128 characters and not be easily guessed.`);
  }
  return hashPassword(password);
}
