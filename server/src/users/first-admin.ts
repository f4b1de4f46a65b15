import { emailAddress } from "@groundcrew/shared/lib";
import { inTransaction, type SharedDb } from "../platform/db/index.ts";
import { hasAdmin, lockFirstAdmin, organizationOfUser } from "./queries.ts";
import { addAdmin, hashStrong } from "./set-by-operator.ts";

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
  const what = "The password of the first admin";
  const passwordHash = await hashStrong(password, { words: [address, provider], what });
  await inTransaction(db, async (tx) => {
    // Of several servers that start at once, one creates the admin.
    await lockFirstAdmin(tx);
    if (await hasAdmin(tx, provider)) return;
    const source = { principal: { kind: "server" }, action: "ensureFirstAdmin", requestId: "start", ip: null } as const;
    const isAdded = await addAdmin(tx, { email: address, passwordHash, provider }, source);
    if (!isAdded) throw new Error(`There is no admin, and ${address} belongs to another user.`);
  });
}

/** Whether the database contains the demo: no other database has the demo's admin. */
export async function isDemo(db: SharedDb): Promise<boolean> {
  return (await organizationOfUser(db, DEMO_ADMIN)) !== undefined;
}
