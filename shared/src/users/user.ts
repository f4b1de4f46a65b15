import { z } from "zod";
import type { Brand } from "../brand.ts";
import { emailAddress, MINUTE_MS, timestamp } from "../lib/index.ts";
import { isManager, type SessionUser } from "../sessions/index.ts";

/**
 * A user in the list of the Manage pages (specification, section 3). The list includes people with an open invitation and no account in the
 * organization. It does not reveal whether their address has an account in another organization.
 */
export const listedUser = z.object({
  email: z.string(),
  can_manage: z.boolean(),
  organization: z.string(),
  org_id: z.number().int(),
  /** True if the user has a second factor. Only managers get it, and only of accounts. */
  has_second_step: z.boolean().optional(),
  /**
   * When the invitation was last sent, when its link expires, and why its email could not be sent; null for an account. `reply` is what the mail
   * server answered, null if it could not be used at all. Only managers get `failure`; for others, and without a failure, it is null.
   */
  invitation: z
    .object({
      sent: timestamp,
      expires: timestamp,
      failure: z.object({ at: timestamp, reply: z.string().nullable() }).nullable(),
    })
    .nullable(),
});
export type ListedUser = z.output<typeof listedUser>;

/** Minimum time between two emails to an address. An earlier one would only repeat what is in the mailbox or in transit. */
export const MAIL_PAUSE_MS = 5 * MINUTE_MS;

/** Invitations that an organization may send in an hour. */
export const INVITATIONS_AN_HOUR = 30;
/** Users of an organization whose second step may be reset in an hour. */
export const STEP_RESETS_AN_HOUR = 20;
/** Open invitations that an organization may have. */
export const INVITATIONS_MAX = 500;

/** Whether an invitation's link has expired, and whether its email was sent too recently to send another. One that failed can be sent at once. */
export type InvitationState = { isExpired: boolean; isRecent: boolean };

/** The state of an invitation at `now`, the server's time. At `expires`, its link no longer works. */
export function invitationState(
  { sent, expires, failure }: NonNullable<ListedUser["invitation"]>,
  now: number,
): InvitationState {
  const isRecent = failure === null && now - Date.parse(sent) < MAIL_PAUSE_MS;
  return { isExpired: now >= Date.parse(expires), isRecent };
}

/** The invitation form. */
export const invitation = z.object({
  email: z.string().trim().min(1, "Please enter an email to invite.").pipe(emailAddress),
});

/** A new password (section 5, "Set password"). Its length matters, not the kinds of characters. The server also refuses
 * passwords that are easily guessed. */
export const newPassword = z
  .string("Enter a password.")
  .min(1, { error: "Enter a password.", abort: true })
  .min(15, "Use at least 15 characters, such as a few words that do not belong together.")
  .max(128, "Use at most 128 characters.");

/** Whether a user is displayed as a manager. Users of the provider's organization always are. */
export function showsAsManager(
  user: Pick<ListedUser, "can_manage" | "organization">,
  brand: Pick<Brand, "provider">,
): boolean {
  return user.can_manage || user.organization === brand.provider;
}

/**
 * Why someone cannot change a user's manager rights: they are not a manager, the user is themselves, or the user is one of the provider's.
 */
export type PermissionLock = "not_manager" | "self" | "provider";

/** Why `caller` cannot change a user's `can_manage` (section 6); null if they can. */
export function permissionLock(
  user: Pick<ListedUser, "email" | "organization">,
  caller: SessionUser,
  brand: Pick<Brand, "provider">,
): PermissionLock | null {
  if (!isManager(caller)) return "not_manager";
  if (user.email === caller.email) return "self";
  return user.organization === brand.provider ? "provider" : null;
}
