import { getSession, logIn, logOut, type SessionUser } from "@groundcrew/shared/sessions";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import { answer, Problem, route, Scope, type Call, type Principal } from "../platform/http/index.ts";
import type { SessionCookie } from "./cookie.ts";
import { logInWith, type LoggedIn, type LoginOptions, type Refused } from "./log-in.ts";
import type { Sessions } from "./session.ts";

type UserPrincipal = Extract<Principal, { kind: "user" }>;

type RouteOptions = LoginOptions & {
  sessions: Sessions;
  cookie: SessionCookie;
  /** Whether somebody sees so many stations that the list is loaded in pages. */
  seesMany: (scope: Scope) => boolean;
};

/** The current user, login and logout. */
export function sessionRoutes(app: FastifyInstance, options: RouteOptions): void {
  const { db, sessions, cookie } = options;

  route(app, getSession, async ({ principal }) => {
    if (principal.kind !== "user") throw new Problem(401, "Log in to continue.");
    return answer(200, { user: shownUser(options, principal) });
  });

  route(app, logIn, async (call) => {
    const outcome = await logInWith(options, call.body, call.request);
    if ("confirm" in outcome) return enter(options, call, outcome);
    throw refusal(outcome);
  });

  route(app, logOut, async (call) => {
    const { principal, request } = call;
    const reply = answer(204, null, { "set-cookie": cookie.clear() });
    const token = request.sessionToken;
    if (token === undefined || principal.kind !== "user") return reply;
    return change(db, call, async (tx) => {
      await sessions.close(tx, token);
      return { answer: reply, audit: { target: `user ${principal.user.email}`, orgId: principal.user.org_id } };
    });
  });
}

function shownUser({ seesMany }: RouteOptions, principal: UserPrincipal): SessionUser {
  return seesMany(Scope.of(principal)) ? { ...principal.user, lists_in_pages: true } : principal.user;
}

type LoginCall = Call<typeof logIn>;

async function enter(options: RouteOptions, call: LoginCall, { account, by, confirm, unconfirmed }: LoggedIn) {
  const { db, sessions, cookie, device } = options;
  const principal = sessions.principalOf(account);
  const { sessionToken, cookies } = call.request;
  // Login answers are not stored for idempotency: the stored data would let passwords be guessed from the database.
  const request = { ...call.request, idempotencyKey: undefined };
  return change(db, { principal, request }, async (tx) => {
    if (!(await confirm(tx))) throw refusal({ email: account.email, account, by, sentence: unconfirmed });
    if (sessionToken !== undefined) await sessions.close(tx, sessionToken);
    const { ip, agent } = request;
    const token = await sessions.open(tx, account, { signed_in_by: by, ip, agent });
    const headers = { "set-cookie": [cookie.write(token), device.write(cookies, account.email)] };
    return {
      answer: answer(201, { user: shownUser(options, principal) }, headers),
      audit: { target: `user ${account.email}`, orgId: account.org_id, after: { by } },
    };
  });
}

/** For a failed login, the audit records which account was tried. */
function refusal({ email, account, by, sentence }: Refused): Problem {
  const auditNote = { target: `user ${email ?? "unknown"}`, orgId: account?.org_id ?? null, after: { by } };
  return new Problem(401, sentence, { subject: auditNote });
}
