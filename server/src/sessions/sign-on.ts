import { isLikeSupport } from "@groundcrew/shared/brand";
import { domainOf, HOUR_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { beginSignOn, findSignOn, LoginBody } from "@groundcrew/shared/sessions";
import { INVITATIONS_AN_HOUR } from "@groundcrew/shared/users";
import { insertAudit, sourceOf } from "../audit/index.ts";
import { lockFactors, takeChallenge } from "../factors/index.ts";
import { inTransaction, uniqueViolation, type SharedDb } from "../platform/db/index.ts";
import { answer, Problem, type Call, type CallRequest, type Principal } from "../platform/http/index.ts";
import { countCallIn, undoOnFailure, type CallLimit, type Throttle } from "../platform/throttle/index.ts";
import {
  findSignOnFor,
  findSignOnOf,
  holdSignOn,
  isManagedBy,
  SignOnFailure,
  TOLERANCE_MS,
  type OpenIdClient,
  type Person,
  type StoredSignOn,
} from "../single-sign-on/index.ts";
import {
  findAccountWithEmail,
  findLinkedAccount,
  insertLinkedUser,
  ONE_OF_ISSUER,
  updateRights,
} from "./identity-queries.ts";
import { link } from "./link-identity.ts";
import { networkBuckets } from "./buckets.ts";
import type { LoggedIn, Refused } from "./outcome.ts";
import { findAccountById, type Account } from "./queries.ts";
import type { SignOnParts } from "./open-sign-on.ts";

export type SignOnOptions = {
  db: SharedDb;
  throttle: Throttle;
  signOn: SignOnParts;
  product: string;
  now: () => Date;
  /** The principal for calls made with an account. */
  principalOf: (account: Account) => Principal;
  /** Turns the open invitation of an email to an organization, or to any, into an account, if there is one. */
  acceptInvitation: (tx: SharedDb, invited: { email: string; orgId?: number }) => Promise<void>;
};

const NO_SIGN_ON = "There is no single sign-on for this email address. Log in with your password.";
const NOT_BEGUN = "This sign-in was not started in this browser, or has taken too long. Try again.";
const NOT_INVITED = "You have no account here yet. Ask a manager of your organization to invite you.";

/** Lookups of domains that are not known, by network. People whose organization has no single sign-on make one whenever they log in. */
const LOOKUP_WAITS = { free: 100, firstMs: SECOND_MS, longestMs: MINUTE_MS / 2 };

/** Users that the identity provider of an organization may create, as managers may invite them. */
const CREATIONS: CallLimit = {
  action: "sign-on user",
  max: INVITATIONS_AN_HOUR,
  perMs: HOUR_MS,
  sentence: `Single sign-on may create ${INVITATIONS_AN_HOUR} users of an organization an hour.`,
};

/** Looks up a domain. Many unknown ones make a network wait, so that nobody lists all customers. Those of each `kind` are counted for themselves. */
async function lookUp({ db, throttle }: SignOnOptions, { domain, kind }: { domain: string; kind: string }, ip: string) {
  const attempt = await throttle.begin(networkBuckets(ip, { kind, waits: LOOKUP_WAITS }));
  const found = await undoOnFailure(attempt, findSignOnFor(db, domain));
  if (found) await attempt.succeed();
  return found;
}

export async function find(options: SignOnOptions, { query, request }: Call<typeof findSignOn>) {
  const found = await lookUp(options, { domain: query.domain, kind: "domains" }, request.ip);
  return answer(200, { name: found?.name ?? null });
}

/** Begins a login at an identity provider. What it has to say at its end is in a cookie, so strangers fill no table. */
export async function begin(options: SignOnOptions, { body, principal, request }: Call<typeof beginSignOn>) {
  const { providers, cookie } = options.signOn;
  // Not those of addresses that people have typed: the page begins logins at known domains only.
  const found = await lookUp(options, { domain: body.domain, kind: "begun domains" }, request.ip);
  if (!found) throw new Problem(409, NO_SIGN_ON);
  const { confirms } = body;
  const begun = await providers.begin(clientOf(options.signOn, found), { asks: confirms }).catch((error: unknown) => {
    throw failed(error, found, request);
  });
  const { address, ...kept } = begun;
  const userId = confirms && principal.kind === "user" ? principal.id : null;
  const login = { ...kept, confirms, userId, orgId: found.org_id, rev: found.rev, begun: options.now().getTime() };
  const written = cookie.write(login, request.cookies);
  return answer(200, { address }, { "set-cookie": written });
}

/** Logs somebody in by the answer of the identity provider at which this browser has begun to. */
export async function bySignOn(
  options: SignOnOptions,
  { answer: text }: Extract<LoginBody, { type: "sso" }>,
  request: CallRequest,
): Promise<LoggedIn | Refused> {
  const { db, throttle, now } = options;
  const { providers, cookie } = options.signOn;
  const attempt = await throttle.begin(networkBuckets(request.ip));
  const begun = cookie.read(request.cookies, new URLSearchParams(text).get("state"), now());
  const stored = begun && (await undoOnFailure(attempt, findSignOnOf(db, begun.orgId)));
  // Somebody may have changed the identity provider meanwhile.
  if (!stored?.is_on || stored.rev !== begun?.rev) return { by: "sso", sentence: NOT_BEGUN };
  const login = { begun, answer: text, roleClaim: stored.role_claim };
  const person = await providers.finish(clientOf(options.signOn, stored), login).catch(async (error: unknown) => {
    const problem = failed(error, stored, request);
    // When this fails too, the first error is the one to report.
    if (isNoGuess(error)) await attempt.takeBack().catch(() => {});
    if (problem.status === 503) throw problem;
    return problem.message;
  });
  const refused = { by: "sso", orgId: stored.org_id } as const;
  if (typeof person === "string") return { ...refused, sentence: person };
  const authenticated = authenticatedBy(person, now());
  if (begun.confirms && !isSince(authenticated, begun.begun)) return { ...refused, sentence: notAsked(stored) };
  const state = { challenge: begun.state, expires: cookie.expiryOf(begun) };
  const entering = { ...options, stored, person, request, state, userId: begun.userId };
  const entered = await undoOnFailure(attempt, inTransaction(db, (tx) => enter(tx, entering)).catch(refuseLinked));
  if (entered === null || typeof entered === "string") {
    return { ...refused, sentence: entered ?? otherIdentity(stored), ...(person.email && { email: person.email }) };
  }
  await attempt.succeed();
  const { issuer, idToken } = person;
  return {
    account: entered,
    by: "sso",
    confirm: (tx) => isStillLinked(tx, { account: entered, person, rev: stored.rev }),
    unconfirmed: NOT_BEGUN,
    authenticated,
    idToken: { issuer, idToken },
  };
}

/** When the identity provider asked somebody who they are. Null if it does not say, or names a time to come. */
function authenticatedBy({ authenticated }: Person, now: Date): Date | null {
  if (authenticated === null || authenticated.getTime() > now.getTime() + TOLERANCE_MS) return null;
  return authenticated < now ? authenticated : now;
}

function isSince(authenticated: Date | null, begun: number): boolean {
  return authenticated !== null && authenticated.getTime() >= begun - TOLERANCE_MS;
}

type Linked = { account: Account; person: Person; rev: number };

/** Whether a login still holds in the transaction that opens its session: meanwhile, its user may have been deleted or unlinked, or single sign-on switched off. */
async function isStillLinked(tx: SharedDb, { account, person, rev }: Linked): Promise<boolean> {
  await lockFactors(tx, account.id);
  const linked = await findLinkedAccount(tx, person, account.org_id);
  const stored = await holdSignOn(tx, account.org_id);
  return linked?.id === account.id && stored?.is_on === true && stored.rev === rev;
}

type Entering = SignOnOptions & {
  stored: StoredSignOn;
  person: Person;
  request: CallRequest;
  state: { challenge: string; expires: Date };
  /** The user who is logged in and confirms who they are; null for a login. */
  userId: number | null;
};

/** Finds or creates the user of a person, and gives them the rights that the identity provider says. A sentence if there is none. */
async function enter(tx: SharedDb, entering: Entering): Promise<Account | string> {
  const { stored, person, request, state, userId, product, now, principalOf } = entering;
  if (!(await takeChallenge(tx, state))) return NOT_BEGUN;
  if (!isManagedBy(person, stored.domains)) return ofOthers(stored);
  const known = (await findLinkedAccount(tx, person, stored.org_id)) ?? (await findByAddress(tx, entering));
  const account = known ?? (userId === null ? await admit(tx, entering) : ofSomebodyElse(stored));
  if (typeof account === "string") return account;
  if (userId !== null && account.id !== userId) return ofSomebodyElse(stored);
  const identity = { ...person, name: ownName(person, product) };
  const how = { called: stored.name, isNewUser: !known, principal: principalOf(account), request, now: now() };
  if (!(await link(tx, { account, identity, ...how }))) throw new LinkedElsewhere();
  const isManager = stored.manager_values.some((value) => person.roles.includes(value));
  // Everybody in the provider's own organization is a manager.
  const principal = principalOf(account);
  const isStaff = principal.kind === "user" && principal.provider;
  const hasChanged = stored.role_claim !== null && !isStaff && isManager !== account.can_manage;
  if (hasChanged) await setRights(tx, entering, account);
  return (await findAccountById(tx, account.id)) ?? NOT_INVITED;
}

/** Gives or takes the right to change things, of which the claim says the opposite. */
async function setRights(tx: SharedDb, { request, principalOf }: Entering, account: Account): Promise<void> {
  const can_manage = !account.can_manage;
  await updateRights(tx, account.id, can_manage);
  await insertAudit(tx, sourceOf(principalOf(account), { ...request, action: "changePermission" }), {
    ...noteOf(account),
    before: { can_manage: account.can_manage },
    after: { can_manage, by: "sso" },
  });
}

/** The user with the address of a person; undefined if there is none. An identity provider can never name somebody of another organization. */
async function findByAddress(tx: SharedDb, { stored, person }: Entering): Promise<Account | string | undefined> {
  const { org_id: orgId, name } = stored;
  const isTrusted = person.isVerified ?? stored.trusts_emails;
  if (person.email === null) return `${name} does not say what your email address is. Ask its administrator.`;
  if (!isTrusted) return `${name} has not verified your email address. Ask its administrator.`;
  const { email } = person;
  if (!stored.domains.includes(domainOf(email))) return ofOthers(stored);
  const known = await findAccountWithEmail(tx, email);
  return known && known.org_id !== orgId ? NOT_INVITED : known;
}

/** The new user of a person who was invited to the organization, or whose identity provider creates users. */
async function admit(tx: SharedDb, entering: Entering): Promise<Account | string> {
  const { stored, person, request, acceptInvitation, principalOf } = entering;
  const { org_id: orgId } = stored;
  const { email } = person;
  if (email === null) return NOT_INVITED;
  await acceptInvitation(tx, { email, orgId });
  const invited = await findAccountWithEmail(tx, email, orgId);
  if (invited) return invited;
  if (!stored.creates_users) return NOT_INVITED;
  await countCallIn(tx, { organization: orgId }, CREATIONS);
  const isCreated = await insertLinkedUser(tx, { email, orgId });
  const created = isCreated ? await findAccountWithEmail(tx, email, orgId) : undefined;
  if (!created) return NOT_INVITED;
  const source = sourceOf(principalOf(created), { ...request, action: "createUser" });
  await insertAudit(tx, source, { ...noteOf(created), after: { organization: created.organization, by: "sso" } });
  return created;
}

/** The name of somebody elsewhere, unless nobody may have it here. */
export function ownName({ name }: { name: string }, product: string): string {
  return isLikeSupport(name, { product }) ? "" : name;
}

function noteOf({ email, org_id: orgId }: Account) {
  return { target: `user ${email}`, orgId };
}

function notAsked({ name }: StoredSignOn): string {
  return `${name} did not say that it has asked who you are, so this proves nothing. Set a password with 'Forgot Password?' to confirm with.`;
}

function otherIdentity({ name }: StoredSignOn): string {
  return `This account signs in with another account of ${name}. Use that one, or log in with your email address and password.`;
}

function ofSomebodyElse({ name }: StoredSignOn): string {
  return `You are logged in here as somebody else. Use your own account of ${name}, or log out here first.`;
}

function ofOthers({ name }: StoredSignOn): string {
  return `Your email address at ${name} is not one of your organization's. Use another account there.`;
}

/** The person is linked to another user, or was deleted meanwhile. Nobody is created or invited then. */
class LinkedElsewhere extends Error {}

/** Null if the user is linked to another account of the issuer. */
function refuseLinked(error: unknown): null {
  if (error instanceof LinkedElsewhere || uniqueViolation(error) === ONE_OF_ISSUER) return null;
  throw error;
}

/** This console as a client of an identity provider. */
export function clientOf({ clientSecrets }: SignOnParts, stored: StoredSignOn): OpenIdClient {
  // With another secret key than today's it is empty, which the identity provider refuses.
  return { issuer: stored.issuer, clientId: stored.client_id, clientSecret: clientSecrets.open(stored.sealed) ?? "" };
}

/** Whether a login failed by no fault of the one who logs in. */
function isNoGuess(error: unknown): boolean {
  return error instanceof SignOnFailure && ["unavailable", "not set up", "cancelled"].includes(error.reason);
}

/** A sentence of ours about a failed login: texts of identity providers are in the server's log only. */
function failed(error: unknown, { name, org_id }: StoredSignOn, { log }: CallRequest): Problem {
  if (!(error instanceof SignOnFailure)) throw error;
  const { reason, message } = error;
  if (reason !== "cancelled") log.warn({ organization: org_id, reason, detail: message }, "single sign-on failed");
  switch (reason) {
    case "unavailable": {
      const sentence = `${name} is not responding. Log in with your password, or try again in a moment.`;
      return new Problem(503, sentence, { headers: { "retry-after": "10" } });
    }
    case "not set up": {
      const sentence = `${name} is misconfigured. Log in with your password, and tell your administrator.`;
      return new Problem(409, sentence);
    }
    case "cancelled":
      return new Problem(401, "The sign-in was cancelled.");
    case "refused":
      return new Problem(401, `${name} refused the sign-in. Try again.`);
    case "unconfirmed":
      return new Problem(401, `${name} did not confirm this sign-in. Try again.`);
  }
}
