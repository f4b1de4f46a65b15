import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { calendarDate, lineOf, timestamp } from "../lib/index.ts";
import { preferences, secondStep } from "../sessions/index.ts";
import { newPassword } from "../users/index.ts";

/** How someone proved who they are. */
export const signInMethod = z.enum(["password", "google", "passkey", "sso"]);
export type SignInMethod = z.output<typeof signInMethod>;

/**
 * A session of a user: a browser in which they are logged in. What is unknown is null. `ip` is the address from which they logged in, and
 * `agent` what the browser said about itself then.
 */
export const ownSession = z.object({
  id: z.number().int(),
  is_current: z.boolean(),
  /** True if its browser was new, and the user has not yet said that it is theirs. */
  is_new_device: z.boolean(),
  signed_in_by: signInMethod.nullable(),
  second_step: secondStep.nullable(),
  ip: z.string().nullable(),
  agent: z.string().nullable(),
  since: timestamp,
  /** Last request by a person, to the minute. */
  last_seen: timestamp,
});
export type OwnSession = z.output<typeof ownSession>;

/** A user's authenticator app. `last_used` is null before its first code. */
const authenticatorApp = z.object({ added: timestamp, last_used: timestamp.nullable() });

/** A passkey or security key of a user. `last_used` is null until it is used. */
const passkey = z.object({ id: z.number().int(), name: z.string(), added: timestamp, last_used: timestamp.nullable() });

/**
 * An account elsewhere that a user logs in with. `name` is what it is called here, and `email` its address at the last login; unknown times and
 * addresses are null. One that is not `usable` is of an identity provider that is not set up any more. One that `proves` can be asked again who its
 * user is (`beginSignOn` with `confirms`); Google never says that it has asked.
 */
const identity = z.object({
  id: z.number().int(),
  by: z.enum(["google", "sso"]),
  name: z.string(),
  email: z.string().nullable(),
  linked: timestamp,
  last_used: timestamp.nullable(),
  usable: z.boolean(),
  proves: z.boolean(),
});

/** The recovery codes of a user that are not used yet. */
const recoveryCodes = z.object({ left: z.number().int(), made: timestamp });

/**
 * The parts of an account that its user sees. `password_set` is null for a password from before this was recorded. A session ends after
 * `session_idle_s` seconds without use, and `session_total_s` seconds after it began. `second_step_from` is the day (UTC) from which the organization
 * requires a second factor: as long as it does, the last one cannot be removed.
 */
export const account = z.object({
  name: z.string(),
  email: z.string(),
  organization: z.string(),
  has_password: z.boolean(),
  password_set: timestamp.nullable(),
  /** The name of the organization's single sign-on, if it is set up. */
  single_sign_on: z.string().nullable(),
  identities: z.array(identity),
  passkeys: z.array(passkey),
  authenticator_app: authenticatorApp.nullable(),
  recovery_codes: recoveryCodes.nullable(),
  preferences,
  second_step_from: calendarDate.nullable(),
  mails_new_device: z.boolean(),
  sessions: z.array(ownSession),
  session_idle_s: z.number().int(),
  session_total_s: z.number().int(),
});
export type Account = z.output<typeof account>;

export const getAccount = endpoint({
  name: "getAccount",
  summary: "The caller's own account and sessions; the current session comes first, then the one used last.",
  method: "GET",
  path: "/api/account",
  access: "user",
  keyScope: null,
  topics: ["users"],
  replies: { 200: account },
});

export const changeName = endpoint({
  name: "changeName",
  summary: "Changes the name by which others see the caller.",
  method: "PUT",
  path: "/api/account/name",
  access: "user",
  keyScope: null,
  topics: ["users"],
  body: z.strictObject({ name: lineOf(100, "Enter your name.") }),
  replies: { 204: z.null() },
});

export const changePassword = endpoint({
  name: "changePassword",
  summary:
    "Replaces the caller's password and ends their other sessions. An account without a password gets its first one by a link in an email (`requestPasswordReset`); here it is a 409. After too many wrong passwords it returns 429 with `Retry-After`.",
  method: "PUT",
  path: "/api/account/password",
  access: "user",
  keyScope: null,
  topics: ["users"],
  body: z.strictObject({
    current: z.string().min(1, "Enter your current password.").max(128, "Passwords have at most 128 characters."),
    password: newPassword,
  }),
  refusals: [409],
  replies: { 204: z.null() },
});

export const endSession = endpoint({
  name: "endSession",
  summary: "Ends another session of the caller. The current one ends with `logOut`; here it is a 409.",
  method: "DELETE",
  path: "/api/account/sessions/:id",
  access: "user",
  keyScope: null,
  topics: ["users"],
  params: z.strictObject({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  refusals: [404, 409],
  replies: { 204: z.null() },
});

export const endOtherSessions = endpoint({
  name: "endOtherSessions",
  summary: "Ends all sessions of the caller but the current one, and says how many there were.",
  method: "DELETE",
  path: "/api/account/sessions",
  access: "user",
  keyScope: null,
  topics: ["users"],
  replies: { 200: z.object({ ended: z.number().int() }) },
});

export const unlinkIdentity = endpoint({
  name: "unlinkIdentity",
  summary:
    "Unlinks an account elsewhere from the caller's. The next login with it links it again. A 409 if the caller could not log in any more.",
  method: "DELETE",
  path: "/api/account/identities/:id",
  access: "user",
  keyScope: null,
  topics: ["users"],
  params: z.strictObject({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  refusals: [404, 409],
  replies: { 204: z.null() },
});
