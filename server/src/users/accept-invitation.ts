import type { Db } from "../db/index.ts";
import { acceptInvitation, findInvitation } from "./invitation-queries.ts";

/**
 * Makes an account of the invitation that was sent last to an address which Google vouches for. Does nothing where there is none
 * that is open, or where the address has an account.
 */
export async function acceptWithGoogle(db: Db, email: string, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const invitation = await findInvitation(tx, { email, now });
    if (invitation) await acceptInvitation(tx, invitation, null);
  });
}
