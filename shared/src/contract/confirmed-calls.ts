import { MINUTE_MS } from "../lib/index.ts";

/** For how long a login, or a second step after it, is proof enough for the calls below. */
export const CONFIRMED_FOR_MS = 10 * MINUTE_MS;

/** Who confirms a call, and with `fields` only if its body has one of them. */
type Confirmed = { by: "everyone" | "with second step"; fields?: readonly string[] };

const ABOUT_ACCOUNTS: Confirmed = { by: "everyone" };
const DANGEROUS: Confirmed = { by: "with second step" };

/**
 * The calls that somebody at an open browser must not make: their user has to have proven lately who they are, or gets a 428 with the header below, and
 * calls `confirmIdentity` first. Those about one's own account, and about the second step of others, are confirmed by everyone, the others by users with a second factor. API keys make none
 * of the first, and need no proof for the others.
 */
export const CONFIRMED_CALLS: Readonly<Record<string, Confirmed>> = {
  beginPasskey: ABOUT_ACCOUNTS,
  addPasskey: ABOUT_ACCOUNTS,
  removePasskey: ABOUT_ACCOUNTS,
  beginApp: ABOUT_ACCOUNTS,
  addApp: ABOUT_ACCOUNTS,
  removeApp: ABOUT_ACCOUNTS,
  renewRecoveryCodes: ABOUT_ACCOUNTS,
  endSession: ABOUT_ACCOUNTS,
  endOtherSessions: ABOUT_ACCOUNTS,
  rejectDevice: ABOUT_ACCOUNTS,
  changeNotices: ABOUT_ACCOUNTS,
  changePassword: DANGEROUS,
  unlinkIdentity: ABOUT_ACCOUNTS,
  changePermission: DANGEROUS,
  inviteUser: DANGEROUS,
  changeStepRule: DANGEROUS,
  deleteUser: DANGEROUS,
  resetSecondStep: ABOUT_ACCOUNTS,
  createApiKey: DANGEROUS,
  renewApiKey: DANGEROUS,
  revokeApiKey: DANGEROUS,
  renewChannelSecret: DANGEROUS,
  saveSingleSignOn: DANGEROUS,
  deleteSingleSignOn: DANGEROUS,
  editStation: { ...DANGEROUS, fields: ["api_password", "retired"] },
  bulkRetire: DANGEROUS,
  bulkRestore: DANGEROUS,
};

/** True if a call has to be confirmed by a user. */
export function mustBeConfirmed(name: string, body: unknown, hasSecondStep: boolean): boolean {
  const confirmed = CONFIRMED_CALLS[name];
  if (confirmed === undefined || (confirmed.by === "with second step" && !hasSecondStep)) return false;
  const { fields } = confirmed;
  if (fields === undefined) return true;
  return typeof body === "object" && body !== null && fields.some((field) => field in body);
}

/** The header of a 428 whose call has to be confirmed. */
export const CONFIRM_HEADER = "x-confirm";
