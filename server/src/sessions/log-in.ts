import type { SignInMethod } from "@groundcrew/shared/account";
import type { LoginBody, PasskeyAnswer } from "@groundcrew/shared/sessions";
import { checkPasskey, type Passkeys } from "../factors/index.ts";
import { uniqueViolation, type SharedDb } from "../platform/db/index.ts";
import { Problem, type CallRequest } from "../platform/http/index.ts";
import { networkOf, siteOf, undoOnFailure, type Bucket, type Throttle } from "../platform/throttle/index.ts";
import type { DeviceCookie } from "./cookie.ts";
import type { VerifyGoogle } from "./google.ts";
import { hashPassword, isOutdated, passwordMatches } from "./password.ts";
import {
  findAccount,
  findAccountById,
  findGoogleAccount,
  linkGoogle,
  lockPasswordHash,
  replacePasswordHash,
  type Account,
} from "./queries.ts";
import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";

/** A person whose identity is proven. */
export type LoggedIn = {
  account: Account;
  by: SignInMethod;
  /** True if the proof needs no second step. */
  isWhole?: boolean;
  /**
   * Whether the proof still holds, checked in the transaction that opens the session: a password may have changed by then. Renews a
   * password hash that was stored with other parameters than today's.
   */
  confirm: (tx: SharedDb) => Promise<boolean>;
  /** The answer when it does not. */
  unconfirmed: string;
};

/** A failed attempt. `email` is the address tried and `account` the account it belongs to, as far as they are known. */
export type Refused = { email?: string; account?: Account | undefined; by: SignInMethod; sentence: string };

export type LoginOptions = {
  db: SharedDb;
  throttle: Throttle;
  device: DeviceCookie;
  google: VerifyGoogle | null;
  passkeys: Passkeys;
  now: () => Date;
  /** Turns the open invitation of an email that Google has verified into an account, if there is one. */
  acceptInvitation: (email: string) => Promise<void>;
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
  { db, throttle, google, acceptInvitation }: LoginOptions,
  { token }: Extract<LoginBody, { type: "google" }>,
  { ip }: CallRequest,
): Promise<LoggedIn | Refused> {
  if (google === null) throw new Problem(422, NO_GOOGLE);
  const attempt = await throttle.begin(networkBuckets(ip));
  const person = await undoOnFailure(attempt, google(token));
  if (!person) return { by: "google", sentence: UNCONFIRMED };
  await attempt.succeed();
  let account = await findGoogleAccount(db, person);
  if (!account) {
    await acceptInvitation(person.email);
    account = await findGoogleAccount(db, person);
  }
  if (!account) return { email: person.email, by: "google", sentence: NOT_INVITED };
  const { id } = account;
  const confirm = (tx: SharedDb) => linkGoogle(tx, id, person).catch(refuseLinked);
  return { account, by: "google", confirm, unconfirmed: OTHER_GOOGLE };
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

/** A Google account belongs to one user: the one it was linked to a moment ago. */
function refuseLinked(error: unknown): false {
  if (uniqueViolation(error) === "users_google_sub_key") return false;
  throw error;
}

/** Waits for one account: five guesses, then fewer and fewer, down to four an hour. */
export const ACCOUNT_WAITS = { free: 5, firstMs: 5 * SECOND_MS, longestMs: 15 * MINUTE_MS };

/** Waits for one network, in which many people may mistype at once. */
const NETWORK_WAITS = { free: 30, firstMs: 2 * SECOND_MS, longestMs: 5 * MINUTE_MS };

/**
 * The buckets that an attempt to log in counts in. A browser from which the account was logged in to before has a bucket of its own, so
 * that guesses by strangers never make the owner wait.
 */
function loginBuckets(email: string, ip: string, device: string | undefined): readonly Bucket[] {
  if (device !== undefined) return [{ key: `device ${device} ${email}`, waits: ACCOUNT_WAITS, success: "clears" }];
  return [{ key: `account ${email}`, waits: ACCOUNT_WAITS, success: "clears" }, ...networkBuckets(ip)];
}

/** Waits for the range that one customer of a provider gets: 65,536 networks of IPv6. */
const SITE_WAITS = { ...NETWORK_WAITS, free: 10 * NETWORK_WAITS.free };

/** The buckets for an attempt that names no account. */
export function networkBuckets(ip: string): readonly Bucket[] {
  const network: Bucket = { key: `network ${networkOf(ip)}`, waits: NETWORK_WAITS, success: "is not counted" };
  const site = siteOf(ip);
  return site === null ? [network] : [network, { ...network, key: `network ${site}`, waits: SITE_WAITS }];
}
