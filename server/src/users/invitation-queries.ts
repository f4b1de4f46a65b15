import type { Timestamp } from "@groundcrew/shared/lib";
import { inTransaction, type SharedDb } from "../db/index.ts";

/** Whose invitation: one of an address by an organization. */
export type Invited = { email: string; orgId: number };

/** An invitation as its mails need it. */
export type Invitation = Invited & {
  organization: string;
  invited_by: string;
  sent: Timestamp;
  expires: Timestamp;
  mailed: Timestamp | null;
};

/**
 * Adds an invitation, or sends one that is there again: its time restarts. Answers what is listed of it; undefined when it was sent
 * later than `lastSent` already, which changes nothing.
 */
export async function upsertInvitation(
  tx: SharedDb,
  { email, orgId }: Invited,
  { lastSent, ...sending }: { invited_by: string; sent: Timestamp; expires: Timestamp; lastSent: Timestamp },
): Promise<{ can_manage: boolean } | undefined> {
  return tx
    .insertInto("invitations")
    .values({ email, org_id: orgId, ...sending })
    .onConflict((before) =>
      before.columns(["org_id", "email"]).doUpdateSet(sending).where("invitations.sent", "<=", lastSent),
    )
    .returning("can_manage")
    .executeTakeFirst();
}

/** When an invitation was last sent; undefined without one. */
export async function invitationSent(db: SharedDb, { email, orgId }: Invited): Promise<Timestamp | undefined> {
  const row = await db
    .selectFrom("invitations")
    .select("sent")
    .where("email", "=", email)
    .where("org_id", "=", orgId)
    .executeTakeFirst();
  return row?.sent;
}

/** Chooses whether someone invited becomes a manager. Undefined when there is no such invitation. */
export async function updateInvitedManager(
  tx: SharedDb,
  { email, orgId }: Invited,
  canManage: boolean,
): Promise<{ sent: Timestamp; expires: Timestamp } | undefined> {
  return tx
    .updateTable("invitations")
    .set({ can_manage: canManage })
    .where("email", "=", email)
    .where("org_id", "=", orgId)
    .returning(["sent", "expires"])
    .executeTakeFirst();
}

/** Withdraws an invitation; false when there is none. */
export async function removeInvitation(tx: SharedDb, { email, orgId }: Invited): Promise<boolean> {
  const row = await tx
    .deleteFrom("invitations")
    .where("email", "=", email)
    .where("org_id", "=", orgId)
    .returning("email")
    .executeTakeFirst();
  return row !== undefined;
}

/** The invitation that was sent last to an address and has not expired at `now`, by `orgId` if given; undefined without one. */
export async function findInvitation(
  db: SharedDb,
  { email, orgId, now }: { email: string; orgId?: number; now: Date },
): Promise<Invitation | undefined> {
  return selectOpen(db, email, now)
    .select([
      "email",
      "org_id as orgId",
      "organizations.name as organization",
      "invited_by",
      "sent",
      "expires",
      "mailed",
    ])
    .where((invitation) => (orgId === undefined ? invitation.lit(true) : invitation("org_id", "=", orgId)))
    .orderBy("sent", "desc")
    .orderBy("org_id")
    .limit(1)
    .executeTakeFirst();
}

/** The invitation that a code came with; undefined when it is another's, used, replaced or expired at `now`. */
export async function findInvitationByCode(
  db: SharedDb,
  { email, codeHash, now }: { email: string; codeHash: Uint8Array; now: Date },
): Promise<(Invited & { organization: string }) | undefined> {
  return selectOpen(db, email, now)
    .select(["email", "org_id as orgId", "organizations.name as organization"])
    .where("code_hash", "=", codeHash)
    .executeTakeFirst();
}

/** Notes a mail about an invitation and the code in it, in place of the one before. */
export async function writeInvitationMail(
  db: SharedDb,
  { email, orgId }: Invited,
  { mailed, codeHash }: { mailed: Timestamp; codeHash: Uint8Array | null },
): Promise<void> {
  await db
    .updateTable("invitations")
    .set({ mailed, code_hash: codeHash })
    .where("email", "=", email)
    .where("org_id", "=", orgId)
    .execute();
}

/**
 * Makes an invitation an account. False when it was used or withdrawn meanwhile, or the address has an account by now. An
 * account made without a password is logged in to with Google.
 */
export async function acceptInvitation(
  tx: SharedDb,
  { email, orgId }: Invited,
  passwordHash: string | null,
): Promise<boolean> {
  const row = await tx
    .with("accepted", (from) =>
      from
        .deleteFrom("invitations")
        .where("email", "=", email)
        .where("org_id", "=", orgId)
        .returning(["email", "org_id", "can_manage"]),
    )
    .insertInto("users")
    .columns(["email", "org_id", "can_manage", "password_hash"])
    .expression((from) =>
      from
        .selectFrom("accepted")
        .select((of) => ["email", "org_id", "can_manage", of.val(passwordHash).as("password_hash")]),
    )
    .onConflict((taken) => taken.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Makes an account of the invitation that was sent last to an address which Google vouches for. Does nothing where there is none
 * that is open, or where the address has an account.
 */
export async function acceptWithGoogle(db: SharedDb, email: string, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const invitation = await findInvitation(tx, { email, now });
    if (invitation) await acceptInvitation(tx, invitation, null);
  });
}

function selectOpen(db: SharedDb, email: string, now: Date) {
  return db
    .selectFrom("invitations")
    .innerJoin("organizations", "organizations.id", "invitations.org_id")
    .where("email", "=", email)
    .where("expires", ">", now.toISOString());
}
