import {
  beginSignOn,
  challengePasskey,
  findSignOn,
  finishLogIn,
  getSession,
  logIn,
  logOut,
  type SecondStep,
  type SessionUser,
} from "@groundcrew/shared/sessions";
import type { SignInMethod } from "@groundcrew/shared/account";
import type { Answer } from "@groundcrew/shared/contract";
import type { FastifyInstance } from "fastify";
import { change, type Changed } from "../audit/index.ts";
import { answer, Problem, route, Scope, type Call, type CallRequest, type Principal } from "../platform/http/index.ts";
import { hasFactor, lockFactors, type Factors } from "../factors/index.ts";
import type { SharedDb } from "../platform/db/index.ts";
import type { SessionCookie } from "./cookie.ts";
import { logInWith, type LoginOptions } from "./log-in.ts";
import { logOutAddress, sealIdToken } from "./log-out.ts";
import type { LoggedIn, Refused } from "./outcome.ts";
import { findIdToken, type Account, type SignIn } from "./queries.ts";
import { beginSecondStep, readSecondStep } from "./second-step.ts";
import { setNewSession } from "./device-queries.ts";
import { hashDevice, mailNewDevice, recordDevice } from "./new-device.ts";
import { hashToken, type Sessions } from "./session.ts";
import { begin, find } from "./sign-on.ts";

type UserPrincipal = Extract<Principal, { kind: "user" }>;

type RouteOptions = Omit<LoginOptions, "principalOf"> & {
  sessions: Sessions;
  cookie: SessionCookie;
  factors: Factors;
  /** Whether somebody sees so many stations that the list is loaded in pages. */
  seesMany: (scope: Scope) => boolean;
};

/** The current user, login and logout. */
export function sessionRoutes(app: FastifyInstance, options: RouteOptions): void {
  const { db, sessions, cookie } = options;
  const logins = { ...options, principalOf: sessions.principalOf };

  route(app, getSession, async ({ principal }) => {
    if (principal.kind !== "user") throw new Problem(401, "Log in to continue.");
    return answer(200, { user: shownUser(options, principal) });
  });

  route(app, logIn, async (call) => {
    const outcome = await logInWith(logins, call.body, call.request);
    if ("confirm" in outcome) return enter(options, call, outcome);
    throw refusal(outcome);
  });

  route(app, challengePasskey, async () => {
    const { passkeys, now } = options;
    const { rpId, timeoutMs: timeout } = passkeys;
    return answer(200, { challenge: passkeys.challenge(now()), rpId, timeout, userVerification: "required" });
  });

  route(app, finishLogIn, (call) => finish(options, call));
  route(app, findSignOn, (call) => find(logins, call));
  route(app, beginSignOn, (call) => begin(logins, call));

  route(app, logOut, async (call) => {
    const { principal, request } = call;
    const headers = { "set-cookie": cookie.clear() };
    const token = request.sessionToken;
    if (token === undefined || principal.kind !== "user") return answer(204, null, headers);
    const { email, org_id: orgId } = principal.user;
    const idToken = await findIdToken(db, hashToken(token));
    await change(db, call, async (tx) => {
      await sessions.close(tx, token);
      return { answer: answer(204, null), audit: { target: `user ${email}`, orgId } };
    });
    const address = idToken && (await logOutAddress(options, idToken, orgId));
    return answer(204, null, address ? { ...headers, "x-log-out-at": address } : headers);
  });
}

function shownUser({ seesMany }: RouteOptions, principal: UserPrincipal): SessionUser {
  return seesMany(Scope.of(principal)) ? { ...principal.user, lists_in_pages: true } : principal.user;
}

async function enter(
  options: RouteOptions,
  call: Call<typeof logIn>,
  { account, by, confirm, unconfirmed, isWhole = false, authenticated, idToken }: LoggedIn,
) {
  const { db, sessions, now } = options;
  const principal = sessions.principalOf(account);
  const id_token = idToken ? sealIdToken(options.signOn, idToken) : null;
  const confirmed = authenticated && authenticated.toISOString();
  const hasStep = !isWhole && (await hasFactor(db, account.id));
  const request = { ...unstored(call.request), ...(hasStep && { action: "beginLogIn" }) };
  return change(db, { principal, request }, async (tx): Promise<Changed<Answer<typeof logIn>>> => {
    if (!(await confirm(tx))) throw refusal({ email: account.email, account, by, sentence: unconfirmed });
    const pending = isWhole ? null : await beginSecondStep(tx, { account, by, id_token }, now());
    const audit = { target: `user ${account.email}`, orgId: account.org_id, after: { by } };
    if (pending) return { answer: answer(202, pending), audit };
    const opening = { request, account, by, id_token, step: null, ...(confirmed !== undefined && { confirmed }) };
    return { answer: await openSession(tx, options, opening), audit };
  });
}

async function finish(options: RouteOptions, call: Call<typeof finishLogIn>) {
  const taken = await readSecondStep(options, call);
  const { account, by, id_token, step } = taken;
  const principal = options.sessions.principalOf(account);
  const request = unstored(call.request);
  const finished = change(options.db, { principal, request }, async (tx) => {
    if (!(await taken.finish(tx))) throw refusal({ email: account.email, account, by: step, sentence: taken.wrong });
    const opened = await openSession(tx, options, { request, account, by, id_token, step });
    return {
      answer: opened,
      audit: { target: `user ${account.email}`, orgId: account.org_id, after: { by, second_step: step } },
    };
  });
  return taken.settle(finished);
}

/** Login answers are not stored for idempotency: the stored data would let passwords be guessed from the database. */
function unstored(request: CallRequest): CallRequest {
  return { ...request, idempotencyKey: undefined };
}

type Opening = {
  request: CallRequest;
  account: Account;
  by: SignInMethod;
  id_token: Uint8Array | null;
  step: SecondStep | null;
} & Pick<SignIn, "confirmed">;

/** Opens a session in place of the browser's session before. */
async function openSession(tx: SharedDb, options: RouteOptions, { request, account, by, step, ...known }: Opening) {
  const { sessions, cookie, device } = options;
  const { sessionToken, cookies, ip, agent } = request;
  const { id: userId, email } = account;
  const now = options.now();
  const remembered = device.remember(cookies, email);
  const deviceHash = hashDevice(remembered.name);
  const isSigned = device.nameFor(cookies, email) !== undefined;
  await lockFactors(tx, userId);
  const isNew = await recordDevice(tx, { userId, deviceHash, isSigned, now });
  if (sessionToken !== undefined) await sessions.close(tx, sessionToken);
  const from = { ip, agent, device_hash: deviceHash, is_new_device: isNew, ...known };
  const { id: session, token } = await sessions.open(tx, account, { signed_in_by: by, second_step: step, ...from });
  if (isNew) {
    await setNewSession(tx, { userId, deviceHash, session });
    await mailNewDevice(tx, { userId, email, session, agent, ip, now });
  }
  const headers = { "set-cookie": [cookie.write(token), remembered.cookie] };
  return answer(201, { user: shownUser(options, sessions.principalOf(account)) }, headers);
}

/** For a failed login, the audit records which account was tried. */
function refusal({
  email,
  account,
  orgId,
  by,
  sentence,
}: Omit<Refused, "by"> & { by: SignInMethod | SecondStep }): Problem {
  const auditNote = { target: `user ${email ?? "unknown"}`, orgId: account?.org_id ?? orgId ?? null, after: { by } };
  return new Problem(401, sentence, { subject: auditNote });
}
