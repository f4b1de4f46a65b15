import { AuthorizationResponseError, ResponseBodyError } from "openid-client";

/** Why nobody is logged in. The message is for admins and the server's log. */
export class SignOnFailure extends Error {
  readonly reason: "unavailable" | "refused" | "cancelled" | "not set up" | "unconfirmed";
  constructor(reason: SignOnFailure["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

const CLIENT_ERRORS = new Set(["invalid_client", "unauthorized_client"]);

/** True if an identity provider does not accept this console as a client. */
export function isClientRefused(error: unknown): boolean {
  return error instanceof ResponseBodyError && (error.status === 401 || CLIENT_ERRORS.has(error.error));
}

/** The failure that an error of the library means. `outage` says why the identity provider gave no answer. */
export function failureOf(error: unknown, outage: string | null): SignOnFailure {
  if (outage !== null) return new SignOnFailure("unavailable", outage);
  if (error instanceof SignOnFailure) return error;
  if (error instanceof AuthorizationResponseError) {
    return new SignOnFailure(error.error === "access_denied" ? "cancelled" : "refused", error.error);
  }
  if (isClientRefused(error)) {
    return new SignOnFailure("not set up", "The identity provider does not accept the client ID or the client secret.");
  }
  return new SignOnFailure("unconfirmed", error instanceof Error ? error.message : String(error));
}
