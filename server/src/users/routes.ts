import type { Brand } from "@groundcrew/shared/brand";
import type { SessionUser } from "@groundcrew/shared/sessions";
import {
  changePermission,
  deleteUser,
  inviteUser,
  listUsers,
  permissionLock,
  showsAsManager,
  type ListedUser,
} from "@groundcrew/shared/users";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import type { Db } from "../db/index.ts";
import { answer, notFound, Problem, route, type Call, type Principal } from "../http/index.ts";
import { addJob } from "../jobs/index.ts";
import { organizationFor } from "../organizations/index.ts";
import { passwordMail } from "./password-mails.ts";
import { insertUser, listUsersOf, lockUserAndAdmins, removeUser, updateManager, type User } from "./queries.ts";

type Parts = { db: Db; brand: Pick<Brand, "provider"> };

/** The users of an organization, for all of them to see and its managers to invite, promote and remove. */
export function userRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, brand } = parts;

  route(app, listUsers, async ({ principal, query }) => {
    const { id } = await organizationFor(db, principal, query.org_id);
    const users = await listUsersOf(db, id);
    return answer(
      200,
      users.map((user) => listed(user, brand)),
    );
  });

  route(app, inviteUser, (call) => invite(parts, call));
  route(app, changePermission, (call) => permit(parts, call));
  route(app, deleteUser, (call) => remove(parts, call));
}

async function invite({ db, brand }: Parts, call: Call<typeof inviteUser>) {
  const { email, org_id } = call.query;
  const { id: orgId, name: organization } = await organizationFor(db, call.principal, org_id);
  const inviter = callerOf(call.principal).email;
  return change(db, call, async (tx) => {
    if (!(await insertUser(tx, { email, orgId }))) {
      throw new Problem(409, `${email} has an account already. 'Forgot Password?' mails them a new link.`);
    }
    await addJob(tx, passwordMail, { payload: { email, inviter } });
    const invited = { email, can_manage: false, organization, org_id: orgId };
    return {
      answer: answer(201, listed(invited, brand)),
      audit: { target: `user ${email}`, orgId, after: { organization } },
    };
  });
}

async function permit({ db, brand }: Parts, call: Call<typeof changePermission>) {
  const { email, can_manage } = call.query;
  const caller = callerOf(call.principal);
  return change(db, call, async (tx) => {
    const { user } = await lockUserAndAdmins(tx, email, brand.provider);
    if (!user || !mayManage(caller, user)) throw notFound();
    const lock = permissionLock(user, caller, brand);
    if (lock === "self") throw new Problem(409, "Nobody changes their own rights. Ask another manager.");
    if (lock === "provider") throw new Problem(409, `Users of ${brand.provider} are always managers.`);
    await updateManager(tx, user.id, can_manage);
    const [before, after] = [{ can_manage: user.can_manage }, { can_manage }];
    return {
      answer: answer(200, listed({ ...user, can_manage }, brand)),
      audit: { target: `user ${email}`, orgId: user.org_id, before, after },
    };
  });
}

async function remove({ db, brand }: Parts, call: Call<typeof deleteUser>) {
  const { email } = call.query;
  const caller = callerOf(call.principal);
  return change(db, call, async (tx) => {
    const { user, admins } = await lockUserAndAdmins(tx, email, brand.provider);
    if (!user || !mayManage(caller, user)) throw notFound();
    if (user.email === caller.email) throw new Problem(409, "Nobody deletes their own account. Ask another manager.");
    const isAdmin = user.can_admin && user.organization === brand.provider;
    if (isAdmin && !caller.can_admin) throw new Problem(403, "Only an admin may delete an admin.");
    if (isAdmin && admins === 1) throw new Problem(409, "The last admin cannot be deleted.");
    await removeUser(tx, user.id);
    const { organization, can_manage, can_admin } = user;
    const before = { organization, can_manage, can_admin };
    return { answer: answer(204, null), audit: { target: `user ${email}`, orgId: user.org_id, before } };
  });
}

function callerOf(principal: Principal): SessionUser {
  if (principal.kind !== "user") throw notFound();
  return principal.user;
}

function mayManage(caller: SessionUser, user: User): boolean {
  return caller.can_admin || caller.org_id === user.org_id;
}

function listed({ email, can_manage, organization, org_id }: ListedUser, brand: Parts["brand"]): ListedUser {
  return { email, can_manage: showsAsManager({ can_manage, organization }, brand), organization, org_id };
}
