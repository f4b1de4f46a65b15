import { changeName, endOtherSessions, endSession, getAccount } from "@groundcrew/shared/account";
import { isLikeSupport } from "@groundcrew/shared/brand";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import { selectFactors } from "../factors/index.ts";
import { answer, notFound, Problem, route } from "../platform/http/index.ts";
import { deleteSessionOf, deleteSessionsOf, selectSessionsOf } from "../sessions/index.ts";
import { factorRoutes } from "./factor-routes.ts";
import { deviceRoutes } from "./device-routes.ts";
import { passwordRoute, type AccountOptions } from "./change-password.ts";
import { callerOf } from "./caller.ts";
import { preferencesRoute } from "./change-preferences.ts";
import { identitiesOf, identityRoutes } from "./identities.ts";
import { passkeyRoutes } from "./passkey-routes.ts";
import { findProfile, updateName } from "./queries.ts";

/** A user's own account: name, password, second factors, accounts elsewhere and sessions. */
export function accountRoutes(app: FastifyInstance, options: AccountOptions): void {
  const { db, sessions, product, now } = options;

  route(app, getAccount, async (call) => {
    const { userId, tokenHash } = callerOf(call);
    const [profile, factors, own] = await Promise.all([
      findProfile(db, userId),
      selectFactors(db, userId),
      selectSessionsOf(db, { userId, tokenHash, now: now() }),
    ]);
    if (!profile) throw notFound();
    const { password_hash, org_id: orgId, time_zone, units, theme, ...shown } = profile;
    const { idleMs, totalMs } = sessions.limitsOf(profile.organization);
    return answer(200, {
      ...shown,
      ...factors,
      has_password: password_hash !== null,
      preferences: { time_zone, units, theme },
      ...(await identitiesOf(options, { userId, orgId })),
      sessions: own,
      session_idle_s: idleMs / SECOND_MS,
      session_total_s: totalMs / SECOND_MS,
    });
  });

  route(app, changeName, (call) =>
    change(db, call, async (tx) => {
      const { userId, target, orgId } = callerOf(call);
      const { name } = call.body;
      if (isLikeSupport(name, { product })) throw new Problem(422, [{ field: "name", message: LIKE_SUPPORT }]);
      const before = await updateName(tx, userId, name);
      if (before === undefined) throw notFound();
      const audit = before === name ? [] : { target, orgId, before: { name: before }, after: { name } };
      return { answer: answer(204, null), audit };
    }),
  );

  preferencesRoute(app, options);
  passwordRoute(app, options);
  factorRoutes(app, options);
  passkeyRoutes(app, options);
  deviceRoutes(app, options);
  identityRoutes(app, options);

  route(app, endSession, (call) =>
    change(db, call, async (tx) => {
      const { userId, tokenHash, target, orgId } = callerOf(call);
      const outcome = await deleteSessionOf(tx, { userId, tokenHash, id: call.params.id });
      if (outcome === "unknown") throw notFound();
      if (outcome === "is current") throw new Problem(409, "This is the session you are using. Log out to end it.");
      return { answer: answer(204, null), audit: { target, orgId, after: { ended: 1 } } };
    }),
  );

  route(app, endOtherSessions, (call) =>
    change(db, call, async (tx) => {
      const { userId, tokenHash, target, orgId } = callerOf(call);
      const ended = await deleteSessionsOf(tx, userId, tokenHash);
      return { answer: answer(200, { ended }), audit: ended === 0 ? [] : { target, orgId, after: { ended } } };
    }),
  );
}

const LIKE_SUPPORT = "This is how the support is called. Enter your own name.";
