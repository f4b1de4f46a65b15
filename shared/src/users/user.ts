import { z } from "zod";
import type { Brand } from "../brand.ts";
import { emailAddress, MINUTE_MS, timestamp } from "../lib/index.ts";
import { isManager, type SessionUser } from "../sessions/index.ts";

/**
 * A user as the Manage pages list them (specification, section 3). Someone who has an open invitation and no account in the
 * organization yet is listed too. Whether their address has an account in another organization shows nowhere.
 */
export const listedUser = z.object({
  email: z.string(),
  can_manage: z.boolean(),
  organization: z.string(),
  org_id: z.number().int(),
  /** When the invitation was last sent, and from when its link no longer works; null for an account. */
  invitation: z.object({ sent: timestamp, expires: timestamp }).nullable(),
});
export type ListedUser = z.output<typeof listedUser>;

/** How long after a mail to an address another is not sent: it would only repeat what is in the mailbox or on its way there. */
export const MAIL_PAUSE_MS = 5 * MINUTE_MS;

/** Where an invitation stands: whether its link still works, and whether its mail is so recent that another is not sent. */
export type InvitationState = { isExpired: boolean; isRecent: boolean };

/** The state of an invitation at `now`, the server's time. Its link works until the moment it expires, exclusively. */
export function invitationState(
  { sent, expires }: NonNullable<ListedUser["invitation"]>,
  now: number,
): InvitationState {
  return { isExpired: now >= Date.parse(expires), isRecent: now - Date.parse(sent) < MAIL_PAUSE_MS };
}

/** The invitation form. */
export const invitation = z.object({
  email: z.string().trim().min(1, "Please enter an email to invite.").pipe(emailAddress),
});

/** A new password (section 5, "Set password"). Long rather than made of many kinds of characters. See `isWeakPassword` too. */
export const newPassword = z
  .string("Enter a password.")
  .min(1, { error: "Enter a password.", abort: true })
  .min(15, "Use at least 15 characters, such as a few words that do not belong together.")
  .max(128, "Use at most 128 characters.");

/** Whether a user shows as manager. Users of the provider's organization always do. */
export function showsAsManager(
  of: Pick<ListedUser, "can_manage" | "organization">,
  brand: Pick<Brand, "provider">,
): boolean {
  return of.can_manage || of.organization === brand.provider;
}

/**
 * Why someone cannot change whether a user is manager: not a manager themselves, their own flag, or a provider's user.
 */
export type PermissionLock = "not_manager" | "self" | "provider";

/** What keeps `caller` from changing a user's `can_manage` (section 6); null when nothing does. */
export function permissionLock(
  of: Pick<ListedUser, "email" | "organization">,
  caller: SessionUser,
  brand: Pick<Brand, "provider">,
): PermissionLock | null {
  if (!isManager(caller)) return "not_manager";
  if (of.email === caller.email) return "self";
  return of.organization === brand.provider ? "provider" : null;
}
