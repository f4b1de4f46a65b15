import type { Timestamp } from "@groundcrew/shared/lib";
import type { ListedUser } from "@groundcrew/shared/users";
import type { SharedDb } from "../platform/db/index.ts";

/** Identifies an invitation: an email address invited by an organization. */
export type Invited = { email: string; orgId: number };

/** An invitation with the columns that its emails need. */
export type Invitation = Invited & {
  organization: string;
  invited_by: string;
  sent: Timestamp;
  expires: Timestamp;
  mailed: Timestamp | null;
};

/** The columns of an invitation in lists. */
export type InvitationColumns = {
  sent: Timestamp;
  expires: Timestamp;
  mail_failed: Timestamp | null;
  mail_reply: string | null;
};

/** An invitation as it is listed. */
export function invitationOf({ sent, expires, mail_failed, mail_reply }: InvitationColumns): ListedUser["invitation"] {
  return { sent, expires, failure: mail_failed === null ? null : { at: mail_failed, reply: mail_reply } };
}

/**
 * Adds an invitation, or renews an existing one. Returns its list entry; undefined when it was sent later than `lastSent` and its email did
 * not fail, which changes nothing.
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
      before
        .columns(["org_id", "email"])
        .doUpdateSet({ ...sending, mail_failed: null, mail_reply: null })
        .where((invitation) =>
          invitation.or([
            invitation("invitations.sent", "<=", lastSent),
            invitation("invitations.mail_failed", "is not", null),
          ]),
        ),
    )
    .returning("can_manage")
    .executeTakeFirst();
}

/** The number of an organization's invitations that have not expired at `now`. */
export async function countOpenInvitations(tx: SharedDb, orgId: number, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom("invitations")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("org_id", "=", orgId)
    .where("expires", ">", now.toISOString())
    .executeTakeFirstOrThrow();
  return count;
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

/** Sets whether an invited person becomes a manager. Undefined when there is no such invitation. */
export async function updateInvitedManager(
  tx: SharedDb,
  { email, orgId }: Invited,
  canManage: boolean,
): Promise<InvitationColumns | undefined> {
  return tx
    .updateTable("invitations")
    .set({ can_manage: canManage })
    .where("email", "=", email)
    .where("org_id", "=", orgId)
    .returning(["sent", "expires", "mail_failed", "mail_reply"])
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

/** The latest invitation of an address that has not expired at `now`, of `orgId` if given; undefined without one. */
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

/** The invitation with this code; undefined when the code is of another address, used, replaced or expired at `now`. */
export async function findInvitationByCode(
  db: SharedDb,
  { email, codeHash, now }: { email: string; codeHash: Uint8Array; now: Date },
): Promise<(Invited & { organization: string }) | undefined> {
  return selectOpen(db, email, now)
    .select(["email", "org_id as orgId", "organizations.name as organization"])
    .where("code_hash", "=", codeHash)
    .executeTakeFirst();
}

/** Records an email about an invitation and its code, which replaces the one before. */
export async function writeInvitationMail(
  db: SharedDb,
  { email, orgId }: Invited,
  { mailed, codeHash }: { mailed: Timestamp; codeHash: Uint8Array | null },
): Promise<void> {
  await db
    .updateTable("invitations")
    .set({ mailed, code_hash: codeHash, mail_failed: null, mail_reply: null })
    .where("email", "=", email)
    .where("org_id", "=", orgId)
    .execute();
}

/**
 * Records that an email about an invitation could not be sent, with the mail server's reply. Does nothing if the invitation was sent
 * again or mailed since it was read.
 */
export async function writeInvitationFailure(
  db: SharedDb,
  { email, orgId, sent, mailed }: Pick<Invitation, keyof Invited | "sent" | "mailed">,
  { failed, reply }: { failed: Timestamp; reply: string | null },
): Promise<void> {
  await db
    .updateTable("invitations")
    .set({ mail_failed: failed, mail_reply: reply })
    .where("email", "=", email)
    .where("org_id", "=", orgId)
    .where("sent", "=", sent)
    .where("mailed", "is not distinct from", mailed)
    .execute();
}

/**
 * Turns an invitation into an account. False when it was used or withdrawn meanwhile, or the address now has an account. An account without
 * a password logs in with Google or single sign-on.
 */
export async function acceptInvitation(
  tx: SharedDb,
  { email, orgId }: Invited,
  { passwordHash, now }: { passwordHash: string | null; now: Date },
): Promise<boolean> {
  const password = [passwordHash, passwordHash === null ? null : now.toISOString()] as const;
  const row = await tx
    .with("accepted", (from) =>
      from
        .deleteFrom("invitations")
        .where("email", "=", email)
        .where("org_id", "=", orgId)
        .returning(["email", "org_id", "can_manage"]),
    )
    .insertInto("users")
    .columns(["email", "org_id", "can_manage", "password_hash", "password_set"])
    .expression((from) =>
      from
        .selectFrom("accepted")
        .select(["email", "org_id", "can_manage"])
        .select((eb) => [eb.val(password[0]).as("password_hash"), eb.val(password[1]).as("password_set")]),
    )
    .onConflict((taken) => taken.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Turns the latest invitation of an address that is verified elsewhere into an account, only of `orgId` if given. Does nothing when there is no open
 * one, or the address has an account.
 */
export async function acceptVerified(
  tx: SharedDb,
  invited: { email: string; orgId?: number },
  now: Date,
): Promise<void> {
  const invitation = await findInvitation(tx, { ...invited, now });
  if (invitation) await acceptInvitation(tx, invitation, { passwordHash: null, now });
}

function selectOpen(db: SharedDb, email: string, now: Date) {
  return db
    .selectFrom("invitations")
    .innerJoin("organizations", "organizations.id", "invitations.org_id")
    .where("email", "=", email)
    .where("expires", ">", now.toISOString());
}
