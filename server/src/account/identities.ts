import { unlinkIdentity, type Account } from "@groundcrew/shared/account";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import { lockFactors, selectFactors } from "../factors/index.ts";
import type { SharedDb } from "../platform/db/index.ts";
import { answer, notFound, Problem, route } from "../platform/http/index.ts";
import { deleteIdentity, mailIdentity, selectIdentities } from "../sessions/index.ts";
import { findSignOnOf, GOOGLE_ISSUER } from "../single-sign-on/index.ts";
import { callerOf } from "./caller.ts";
import type { AccountOptions } from "./change-password.ts";
import { findProfile } from "./queries.ts";

const LAST_WAY = "This is the only way in which you can log in. Set a password or add a passkey first.";

type Owner = { userId: number; orgId: number };

/** The accounts elsewhere of a user, and their organization's single sign-on. */
export async function identitiesOf(
  { db, hasGoogle }: Pick<AccountOptions, "db" | "hasGoogle">,
  { userId, orgId }: Owner,
): Promise<Pick<Account, "identities" | "single_sign_on">> {
  const signOn = await findSignOnOf(db, orgId);
  const linked = await selectIdentities(db, userId);
  const identities = linked.map(({ id, issuer, email, linked: since, last_used }): Account["identities"][number] => {
    const isOwn = signOn?.issuer === issuer;
    const isGoogle = issuer === GOOGLE_ISSUER && !isOwn;
    const by = isGoogle ? "google" : "sso";
    const name = isGoogle ? "Google" : isOwn ? signOn.name : new URL(issuer).host;
    const usable = isOwn ? signOn.is_on : isGoogle && hasGoogle;
    const proves = isOwn && usable && issuer !== GOOGLE_ISSUER;
    return { id, by, name, email, linked: since, last_used, usable, proves };
  });
  return { identities, single_sign_on: signOn?.is_on ? signOn.name : null };
}

export function identityRoutes(app: FastifyInstance, options: AccountOptions): void {
  const { db, now } = options;
  route(app, unlinkIdentity, (call) =>
    change(db, call, async (tx) => {
      const { userId, email: owner, target, orgId } = callerOf(call);
      // Removing the last passkey at the same moment takes turns with this.
      await lockFactors(tx, userId);
      const { identities } = await identitiesOf({ ...options, db: tx }, { userId, orgId });
      const unlinked = identities.find(({ id }) => id === call.params.id);
      if (!unlinked) throw notFound();
      const others = identities.filter(({ id, usable }) => usable && id !== unlinked.id);
      if (others.length === 0 && !(await hasOtherWay(tx, userId))) throw new Problem(409, LAST_WAY);
      await deleteIdentity(tx, userId, unlinked.id);
      const { name, email } = unlinked;
      await mailIdentity(tx, { to: owner, change: "unlinked", name, email }, { request: call.request, now: now() });
      return { answer: answer(204, null), audit: { target, orgId, before: { name, email } } };
    }),
  );
}

async function hasOtherWay(tx: SharedDb, userId: number): Promise<boolean> {
  const profile = await findProfile(tx, userId);
  if (profile?.password_hash) return true;
  return (await selectFactors(tx, userId)).passkeys.length > 0;
}
