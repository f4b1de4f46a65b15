import { supportName, type Brand } from "@groundcrew/shared/brand";
import { HOUR_MS, MINUTE_MS, SECOND_MS, type Timestamp } from "@groundcrew/shared/lib";
import { isManager, type SessionUser } from "@groundcrew/shared/sessions";
import {
  changePermission,
  deleteUser,
  INVITATIONS_AN_HOUR,
  INVITATIONS_MAX,
  inviteUser,
  listUsers,
  MAIL_PAUSE_MS,
  permissionLock,
  resetSecondStep,
  showsAsManager,
  STEP_RESETS_AN_HOUR,
  type ListedUser,
} from "@groundcrew/shared/users";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import { deleteFactors, hasFactor, selectFactors } from "../factors/index.ts";
import type { SharedDb } from "../platform/db/index.ts";
import { actsAsSupport, answer, notFound, Problem, route, type Call, type Principal } from "../platform/http/index.ts";
import { addJob } from "../platform/jobs/index.ts";
import { organizationFor } from "../organizations/index.ts";
import { deleteSessionsOf } from "../sessions/index.ts";
import { countCallIn, undoOnFailure, type CallLimit, type Throttle } from "../platform/throttle/index.ts";
import {
  countOpenInvitations,
  invitationOf,
  invitationSent,
  removeInvitation,
  updateInvitedManager,
  upsertInvitation,
} from "./invitation-queries.ts";
import { factorChangedMail, invitationMail, invitationTimes } from "./mails.ts";
import { listUsersOf, lockUserAndAdmins, organizationOfUser, removeUser, updateManager, type User } from "./queries.ts";

type Options = { db: SharedDb; brand: Pick<Brand, "provider" | "product">; throttle: Throttle; now: () => Date };

/** Emails to one address by one organization, also when the invitation is withdrawn each time. */
const INVITATION_WAITS = { free: 3, firstMs: MAIL_PAUSE_MS, longestMs: HOUR_MS };

/** Emails to all addresses by one organization, which may be those of anyone. */
const INVITATIONS: CallLimit = {
  action: "invitation",
  max: INVITATIONS_AN_HOUR,
  perMs: HOUR_MS,
  sentence: `An organization may send ${INVITATIONS_AN_HOUR} invitations an hour.`,
};

const RESETS: CallLimit = {
  action: "second-step reset",
  max: STEP_RESETS_AN_HOUR,
  perMs: HOUR_MS,
  sentence: `An organization may reset the second steps of ${STEP_RESETS_AN_HOUR} users an hour.`,
};

/** The users of an organization: all of them may see the list, its managers may invite, promote and remove. */
export function userRoutes(app: FastifyInstance, options: Options): void {
  const { db, brand } = options;

  route(app, listUsers, async ({ principal, query }) => {
    const { id } = await organizationFor(db, principal, query.org_id);
    const users = await listUsersOf(db, id);
    return answer(
      200,
      users.map((user) => listed(mayInvite(principal) ? user : forUsers(user), brand)),
    );
  });

  route(app, inviteUser, (call) => invite(options, call));
  route(app, changePermission, (call) => permit(options, call));
  route(app, deleteUser, (call) => remove(options, call));
  route(app, resetSecondStep, (call) => resetStep(options, call));
}

/**
 * Invites someone, or sends their invitation again. What is stored, listed and returned is the same whether or not the address has an
 * account in an organization that the caller cannot see; only the email differs, which the caller cannot read.
 */
async function invite({ db, brand, throttle, now }: Options, call: Call<typeof inviteUser>) {
  const { email, org_id } = call.query;
  const organization = await organizationFor(db, call.principal, org_id);
  const key = `invitation ${organization.id} ${email}`;
  const attempt = await throttle.begin([{ key, waits: INVITATION_WAITS, success: "clears" }]);
  return undoOnFailure(attempt, writeInvitation({ db, brand, now }, call, organization));
}

function writeInvitation(
  { db, brand, now }: Omit<Options, "throttle">,
  call: Call<typeof inviteUser>,
  { id: orgId, name: organization }: { id: number; name: string },
) {
  const { email } = call.query;
  const inviter = callerOf(call.principal);
  return change(db, call, async (tx) => {
    const accountIn = await organizationOfUser(tx, email);
    if (accountIn !== undefined && (inviter.can_admin || accountIn === orgId)) {
      throw new Problem(409, `${email} already has an account. They can request a new link with 'Forgot Password?'.`);
    }
    await countCallIn(tx, { organization: orgId }, INVITATIONS);
    const at = now();
    const times = invitationTimes(at);
    const lastSent = new Date(at.getTime() - MAIL_PAUSE_MS).toISOString();
    const invited_by = actsAsSupport(call.principal, orgId) ? supportName(brand) : inviter.email;
    const listing = await upsertInvitation(tx, { email, orgId }, { invited_by, ...times, lastSent });
    if (!listing) throw tooSoon(email, await invitationSent(tx, { email, orgId }), at);
    if ((await countOpenInvitations(tx, orgId, at)) > INVITATIONS_MAX) {
      throw new Problem(409, `An organization has at most ${INVITATIONS_MAX} open invitations. Withdraw some first.`);
    }
    await addJob(tx, invitationMail, { payload: { email, org_id: orgId } });
    const user = { email, ...listing, organization, org_id: orgId, invitation: { ...times, failure: null } };
    return {
      answer: answer(201, listed(user, brand)),
      audit: { target: `user ${email}`, orgId, after: { organization } },
    };
  });
}

/** The refusal for an invitation whose email was sent too recently to send another. */
function tooSoon(email: string, sent: Timestamp | undefined, now: Date): Problem {
  const until = sent === undefined ? now.getTime() : Date.parse(sent) + MAIL_PAUSE_MS;
  const waitS = Math.max(1, Math.ceil((until - now.getTime()) / SECOND_MS));
  const minutes = MAIL_PAUSE_MS / MINUTE_MS;
  const sentence = `${email} was invited less than ${minutes} minutes ago. Wait before you send another invitation.`;
  return new Problem(429, sentence, { headers: { "retry-after": String(waitS) } });
}

async function permit({ db, brand }: Options, call: Call<typeof changePermission>) {
  const { email, can_manage, org_id } = call.query;
  const caller = callerOf(call.principal);
  const { id: orgId, name: organization } = await organizationFor(db, call.principal, org_id);
  return change(db, call, async (tx) => {
    const { user } = await lockUserAndAdmins(tx, email, brand.provider);
    const account = user && isReferredTo(user, caller, org_id) ? user : undefined;
    const lock = permissionLock(account ?? { email, organization }, caller, brand);
    const invitation = account ? null : await updateInvitedManager(tx, { email, orgId }, can_manage);
    if (invitation === undefined) throw notFound();
    if (lock === "self") throw new Problem(409, "You can't change your own permissions. Ask another manager.");
    if (lock === "provider") throw new Problem(409, `Users of ${brand.provider} are always managers.`);
    if (account) await updateManager(tx, account.id, can_manage);
    const invited = { email, organization, org_id: orgId, ...account, can_manage };
    const changed = { ...invited, invitation: invitation && invitationOf(invitation) };
    const before = account && { can_manage: account.can_manage };
    return {
      answer: answer(200, listed(changed, brand)),
      audit: { target: `user ${email}`, orgId: changed.org_id, before, after: { can_manage } },
    };
  });
}

async function remove({ db, brand }: Options, call: Call<typeof deleteUser>) {
  const { email, org_id } = call.query;
  const caller = callerOf(call.principal);
  const { id: orgId } = await organizationFor(db, call.principal, org_id);
  return change(db, call, async (tx) => {
    const { user, admins } = await lockUserAndAdmins(tx, email, brand.provider);
    const done = answer(204, null);
    if (!user || !isReferredTo(user, caller, org_id)) {
      if (!(await removeInvitation(tx, { email, orgId }))) throw notFound();
      return { answer: done, audit: { target: `user ${email}`, orgId, before: { invited: true } } };
    }
    refuseRemoval(user, { caller, admins, brand });
    await removeUser(tx, user.id);
    const { organization, can_manage, can_admin } = user;
    const before = { organization, can_manage, can_admin };
    return { answer: done, audit: { target: `user ${email}`, orgId: user.org_id, before } };
  });
}

function refuseRemoval(
  user: User,
  { caller, admins, brand }: { caller: SessionUser; admins: number; brand: Options["brand"] },
): void {
  if (user.email === caller.email) throw new Problem(409, "You can't delete your own account. Ask another manager.");
  const isAdmin = isAdminOf(brand, user);
  if (isAdmin && !caller.can_admin) throw new Problem(403, "Only an admin may delete an admin.");
  if (isAdmin && admins === 1) throw new Problem(409, "The last admin cannot be deleted.");
}

function isAdminOf({ provider }: Options["brand"], { can_admin, organization }: User): boolean {
  return can_admin && organization === provider;
}

/** For somebody who has lost their phone, passkeys and recovery codes. Who they are is for the caller to find out. */
async function resetStep({ db, brand, now }: Options, call: Call<typeof resetSecondStep>) {
  const { email, org_id } = call.query;
  const caller = callerOf(call.principal);
  await organizationFor(db, call.principal, org_id);
  return change(db, call, async (tx) => {
    const { user } = await lockUserAndAdmins(tx, email, brand.provider);
    if (!user || !isReferredTo(user, caller, org_id)) throw notFound();
    if (email === caller.email) throw new Problem(409, "You can't reset your own second step. Ask another manager.");
    if (isAdminOf(brand, user) && !caller.can_admin) {
      throw new Problem(403, "Only an admin may reset the second step of an admin.");
    }
    if (!(await hasFactor(tx, user.id))) throw new Problem(409, `${email} has no second step.`);
    const { id, org_id: orgId } = user;
    await countCallIn(tx, { organization: orgId }, RESETS);
    const { passkeys, authenticator_app: app } = await selectFactors(tx, id);
    await deleteFactors(tx, id);
    const ended = await deleteSessionsOf(tx, id);
    const by = actsAsSupport(call.principal, orgId) ? supportName(brand) : caller.email;
    await addJob(tx, factorChangedMail, { payload: { email, at: now().toISOString(), change: "reset", by } });
    const before = { passkeys: passkeys.length, app: app !== null };
    return { answer: answer(204, null), audit: { target: `user ${email}`, orgId, before, after: { ended } } };
  });
}

/** Whether a caller may send invitations. */
function mayInvite(principal: Principal): boolean {
  return principal.kind === "user" && isManager(principal.user);
}

/** Removes the mail server's reply and who has a second factor, which are only for those who can do something about it. */
function forUsers({ email, can_manage, organization, org_id, invitation }: ListedUser): ListedUser {
  return { email, can_manage, organization, org_id, invitation: invitation && { ...invitation, failure: null } };
}

function callerOf(principal: Principal): SessionUser {
  if (principal.kind !== "user") throw notFound();
  return principal.user;
}

/** Whether a call refers to this account: one of the organization it names, or without one any that the caller may manage. */
function isReferredTo(user: User, caller: SessionUser, orgId: number | undefined): boolean {
  if (orgId !== undefined) return user.org_id === orgId;
  return caller.can_admin || caller.org_id === user.org_id;
}

function listed(
  { email, can_manage, organization, org_id, has_second_step, invitation }: ListedUser,
  brand: Options["brand"],
): ListedUser {
  const shown = { email, can_manage: showsAsManager({ can_manage, organization }, brand), organization, org_id };
  return { ...shown, ...(has_second_step !== undefined && { has_second_step }), invitation };
}
