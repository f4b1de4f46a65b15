import type { LoginBody, PasskeyAnswer } from "@groundcrew/shared/sessions";
import { checkPasskey, type Passkeys } from "../factors/index.ts";
import { inTransaction, uniqueViolation, type SharedDb } from "../platform/db/index.ts";
import { Problem, type CallRequest } from "../platform/http/index.ts";
import { undoOnFailure } from "../platform/throttle/index.ts";
import { GOOGLE_ISSUER } from "../single-sign-on/index.ts";
import { loginBuckets, networkBuckets } from "./buckets.ts";
import type { DeviceCookie } from "./cookie.ts";
import type { VerifyGoogle } from "./google.ts";
import { findAccountWithEmail, findLinkedAccount, ONE_OF_ISSUER } from "./identity-queries.ts";
import { link } from "./link-identity.ts";
import type { LoggedIn, Refused } from "./outcome.ts";
import { hashPassword, isOutdated, passwordMatches } from "./password.ts";
import { findAccount, findAccountById, lockPasswordHash, replacePasswordHash } from "./queries.ts";
import { bySignOn, ownName, type SignOnOptions } from "./sign-on.ts";

export type LoginOptions = SignOnOptions & {
  device: DeviceCookie;
  google: VerifyGoogle | null;
  passkeys: Passkeys;
};

const WRONG = "The email address or password is wrong.";
const UNCONFIRMED = "Google did not confirm this sign-in. Try again.";
/** The answer to someone whose password was replaced while it was being checked. */
export const CHANGED = "This account has just been changed. Log in again.";
const OTHER_GOOGLE =
  "This account signs in with another Google account. Use that one, or log in with your email address and password.";
const NO_GOOGLE = "Google sign-in is not set up on this console. Log in with your email address and password.";
const UNKNOWN_PASSKEY =
  "This passkey is not known here, or using it has taken too long. Try again, or log in with your password.";
const NOT_INVITED = "There is no account for this Google address. Ask a manager of your organization to invite you.";

/** Checks whether someone may log in. Rejects with 429 when they must wait first. */
export function logInWith(options: LoginOptions, body: LoginBody, request: CallRequest): Promise<LoggedIn | Refused> {
  switch (body.type) {
    case "credentials":
      return byPassword(options, body, request);
    case "google":
      return byGoogle(options, body, request);
    case "passkey":
      return byPasskey(options, body, request);
    case "sso":
      return bySignOn(options, body, request);
  }
}

async function byPassword(
  { db, throttle, device }: LoginOptions,
  { email, password }: Extract<LoginBody, { type: "credentials" }>,
  { ip, cookies, log }: CallRequest,
): Promise<LoggedIn | Refused> {
  const attempt = await throttle.begin(loginBuckets(email, ip, device.nameFor(cookies, email)));
  const found = await findAccount(db, email);
  const hash = found?.password_hash ?? null;
  const matches = await undoOnFailure(attempt, passwordMatches(password, hash));
  if (!found || !matches) return { email, account: found?.account, by: "password", sentence: WRONG };
  await attempt.succeed();
  const { account } = found;
  const renewed = await renewedHash(password, hash).catch((error: unknown) => {
    log.warn({ err: error }, "a password hash could not be renewed");
    return null;
  });
  const confirm = (tx: SharedDb) => confirmPassword(tx, { id: account.id, password, hash, renewed });
  return { account, by: "password", confirm, unconfirmed: CHANGED };
}

/** A hash with today's parameters for a password whose hash has others; null when it has today's. */
async function renewedHash(password: string, hash: string | null): Promise<string | null> {
  return hash !== null && isOutdated(hash) ? hashPassword(password) : null;
}

type CheckedPassword = { id: number; password: string; hash: string | null; renewed: string | null };

async function confirmPassword(tx: SharedDb, { id, password, hash, renewed }: CheckedPassword): Promise<boolean> {
  const current = await lockPasswordHash(tx, id);
  // Another login may have renewed the hash of the same password.
  if (current === null || current !== hash) return passwordMatches(password, current);
  if (renewed !== null) await replacePasswordHash(tx, id, renewed);
  return true;
}

async function byGoogle(
  { db, throttle, google, product, now, acceptInvitation, principalOf }: LoginOptions,
  { token }: Extract<LoginBody, { type: "google" }>,
  request: CallRequest,
): Promise<LoggedIn | Refused> {
  if (google === null) throw new Problem(422, NO_GOOGLE);
  const attempt = await throttle.begin(networkBuckets(request.ip));
  const person = await undoOnFailure(attempt, google(token));
  if (!person) return { by: "google", sentence: UNCONFIRMED };
  await attempt.succeed();
  const { sub: subject, email } = person;
  const identity = { issuer: GOOGLE_ISSUER, subject, email, name: ownName(person, product) };
  const find = async () => (await findLinkedAccount(db, identity)) ?? findAccountWithEmail(db, email);
  const known = await find();
  if (!known) await inTransaction(db, (tx) => acceptInvitation(tx, { email }));
  const account = known ?? (await find());
  if (!account) return { email, by: "google", sentence: NOT_INVITED };
  const how = { called: "Google", isNewUser: !known, principal: principalOf(account), request };
  const confirm = (tx: SharedDb) => link(tx, { account, identity, ...how, now: now() }).catch(refuseLinked);
  // Its access tokens do not say when, or whether, it asked somebody who they are.
  return { account, by: "google", confirm, unconfirmed: OTHER_GOOGLE, authenticated: null };
}

/** A passkey is something that one has, unlocked by something that one knows or is. */
async function byPasskey(
  { db, throttle, passkeys, now }: LoginOptions,
  answer: PasskeyAnswer,
  { ip }: CallRequest,
): Promise<LoggedIn | Refused> {
  const attempt = await throttle.begin(networkBuckets(ip));
  const checked = await undoOnFailure(attempt, checkPasskey(db, { passkeys, answer, now: now() }));
  const account = checked && (await findAccountById(db, checked.userId));
  if (!account) return { by: "passkey", sentence: UNKNOWN_PASSKEY };
  await attempt.succeed();
  return { account, by: "passkey", isWhole: true, confirm: checked.use, unconfirmed: UNKNOWN_PASSKEY };
}

/** False if the user is linked to another Google account. */
function refuseLinked(error: unknown): false {
  if (uniqueViolation(error) === ONE_OF_ISSUER) return false;
  throw error;
}
