import { MINUTE_MS } from "../lib/index.ts";

/** For how long a login, or a second step after it, is proof enough for the calls below. */
export const CONFIRMED_FOR_MS = 10 * MINUTE_MS;

/**
 * The calls that somebody at an open browser must not make: their user has to have proven lately who they are, or gets a 428 with the header below, and
 * calls `confirmIdentity` first. An API key needs no other proof. With a list of fields, a call is one of them if its body has one.
 */
export const CONFIRMED_CALLS: Readonly<Record<string, "always" | readonly string[]>> = {
  beginPasskey: "always",
  addPasskey: "always",
  removePasskey: "always",
  beginApp: "always",
  addApp: "always",
  removeApp: "always",
  renewRecoveryCodes: "always",
  endSession: "always",
  endOtherSessions: "always",
  changePermission: "always",
  deleteUser: "always",
  createApiKey: "always",
  renewApiKey: "always",
  revokeApiKey: "always",
  renewChannelSecret: "always",
  editStation: ["api_password", "retired"],
  bulkRetire: "always",
  bulkRestore: "always",
};

/** True if a call has to be confirmed. */
export function mustBeConfirmed(name: string, body: unknown): boolean {
  const fields = CONFIRMED_CALLS[name];
  if (fields === undefined || fields === "always") return fields === "always";
  return typeof body === "object" && body !== null && fields.some((field) => field in body);
}

/** The header of a 428 whose call has to be confirmed. */
export const CONFIRM_HEADER = "x-confirm";
