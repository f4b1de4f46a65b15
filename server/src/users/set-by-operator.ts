import { emailAddress } from "@groundcrew/shared/lib";
import { newPassword } from "@groundcrew/shared/users";
import { insertAudit } from "../audit/index.ts";
import { inTransaction, type SharedDb } from "../db/index.ts";
import { deleteSessionsOf, hashPassword, isWeakPassword } from "../sessions/index.ts";
import { findUser, insertAdmin, organizationCalled, updatePassword } from "./queries.ts";

/** Creates an admin of the provider's organization. Rejects with one sentence if the email is taken or the password is weak. */
export async function createAdmin(
  db: SharedDb,
  { email, password, provider }: { email: string; password: string; provider: string },
): Promise<void> {
  const address = addressOf(email);
  await requireStrong(password, [address, provider]);
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    const orgId = await organizationCalled(tx, provider);
    if (!(await insertAdmin(tx, { email: address, orgId, passwordHash }))) {
      throw new Error(`${address} belongs to another user already.`);
    }
    const after = { organization: provider, can_admin: true };
    await insertAudit(tx, sourceOf("createAdmin"), { target: `user ${address}`, orgId, after });
  });
}

/** Sets a user's password and ends their sessions. Rejects with one sentence if there is no such user or the password is weak. */
export async function resetPassword(
  db: SharedDb,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const address = addressOf(email);
  const user = await findUser(db, address);
  if (!user) throw new Error(`There is no user ${address}.`);
  await requireStrong(password, [address, user.organization]);
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    await updatePassword(tx, user.id, passwordHash);
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

async function requireStrong(password: string, words: readonly string[]): Promise<void> {
  if (newPassword.safeParse(password).success && !(await isWeakPassword(password, words))) return;
  throw new Error("The password must have 15 to 128 characters and not be easily guessed.");
}
