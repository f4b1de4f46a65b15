import { emailAddress } from "@groundcrew/shared/lib";
import { newPassword } from "@groundcrew/shared/users";
import { insertAudit } from "../audit/index.ts";
import { inTransaction, type SharedDb } from "../db/index.ts";
import { hashPassword, isWeakPassword } from "../sessions/index.ts";
import { hasAdmin, insertAdmin, lockFirstAdmin, organizationCalled, organizationOfUser } from "./queries.ts";

/** Email of the demo's first admin, by which a database that contains the demo is recognized. */
export const DEMO_ADMIN = "admin@groundcrew.example";

type FirstAdmin = { email: string; password: string };

/**
 * Creates the first admin of a database that has none, and the provider's organization if needed. Does nothing when there is an admin.
 * Fails with a sentence when none is configured, the email is taken or the password is easy to guess.
 */
export async function ensureFirstAdmin(db: SharedDb, provider: string, first: FirstAdmin | null): Promise<void> {
  if (await hasAdmin(db, provider)) return;
  if (first === null) {
    throw new Error(
      "There is no admin yet: set ADMIN_EMAIL and ADMIN_PASSWORD for this start. Later ones need neither.",
    );
  }
  const { email, password } = first;
  const address = emailAddress.parse(email);
  if (!newPassword.safeParse(password).success || (await isWeakPassword(password, [address, provider]))) {
    throw new Error("The password of the first admin must have 15 to 128 characters and not be easily guessed.");
  }
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    // Of several servers that start at once, one creates the admin.
    await lockFirstAdmin(tx);
    if (await hasAdmin(tx, provider)) return;
    const orgId = await organizationCalled(tx, provider);
    if (!(await insertAdmin(tx, { email: address, orgId, passwordHash }))) {
      throw new Error(`There is no admin, and ${address} belongs to another user.`);
    }
    const source = { principal: { kind: "server" }, action: "ensureFirstAdmin", requestId: "start", ip: null } as const;
    await insertAudit(tx, source, {
      target: `user ${address}`,
      orgId,
      after: { organization: provider, can_admin: true },
    });
  });
}

/** Whether the database contains the demo: no other database has the demo's admin. */
export async function isDemo(db: SharedDb): Promise<boolean> {
  return (await organizationOfUser(db, DEMO_ADMIN)) !== undefined;
}
