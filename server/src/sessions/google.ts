import { SECOND_MS } from "@groundcrew/shared/lib";
import { z } from "zod";
import { Problem } from "../platform/http/index.ts";

/** A person identified by Google. `sub` identifies the Google account and never changes; the email is verified and in lower case. */
type GooglePerson = { sub: string; email: string; name: string };

/** Returns the Google account of an access token; null when it is not valid for logging in here. Rejects with 503 when Google is unreachable. */
export type VerifyGoogle = (token: string) => Promise<GooglePerson | null>;

export type GoogleEndpoints = { tokenInfo: string; userInfo: string };

const GOOGLE: GoogleEndpoints = {
  tokenInfo: "https://oauth2.googleapis.com/tokeninfo",
  userInfo: "https://openidconnect.googleapis.com/v1/userinfo",
};
const ISSUERS = new Set(["https://accounts.google.com", "accounts.google.com"]);
const SCOPES = ["openid", "email"];
const EMAIL_SCOPE = "https://www.googleapis.com/auth/userinfo.email";
const TIMEOUT_MS = 3 * SECOND_MS;

const flag = z.union([z.boolean(), z.stringbool()]);
const tokenInfo = z.object({
  aud: z.string(),
  azp: z.string().optional(),
  iss: z.string().optional(),
  sub: z.string().min(1).max(255),
  scope: z.string(),
  expires_in: z.coerce.number(),
});
const userInfo = z.object({
  sub: z.string(),
  email: z.string().toLowerCase(),
  email_verified: flag,
  name: z.string().max(200).catch(""),
});

/**
 * Verifies access tokens with Google. A token issued to another application proves nothing about the sender, so only tokens for `clientId`
 * are accepted.
 */
export function googleVerifier({
  clientId,
  endpoints = GOOGLE,
}: {
  clientId: string;
  endpoints?: GoogleEndpoints;
}): VerifyGoogle {
  return async (token) => {
    const tokenDetails = tokenInfo.safeParse(
      await fetchJson(endpoints.tokenInfo, { method: "POST", body: new URLSearchParams({ access_token: token }) }),
    ).data;
    if (!tokenDetails || !isIssuedForConsole(tokenDetails, clientId)) return null;
    const person = userInfo.safeParse(
      await fetchJson(endpoints.userInfo, { headers: { authorization: `Bearer ${token}` } }),
    ).data;
    if (!person || person.sub !== tokenDetails.sub || !person.email_verified) return null;
    return { sub: person.sub, email: person.email, name: person.name };
  };
}

function isIssuedForConsole(
  { aud, azp = aud, iss, scope, expires_in }: z.output<typeof tokenInfo>,
  clientId: string,
): boolean {
  const scopes = new Set(scope.split(" ").map((one) => (one === EMAIL_SCOPE ? "email" : one)));
  return (
    aud === clientId &&
    azp === clientId &&
    (iss === undefined || ISSUERS.has(iss)) &&
    expires_in > 0 &&
    SCOPES.every((needed) => scopes.has(needed))
  );
}

/** Google's reply; null when it does not know the token. */
async function fetchJson(url: string, request: RequestInit): Promise<unknown> {
  const reply = await fetch(url, {
    ...request,
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  if (reply === null || reply.status === 429 || reply.status >= 500) throw unavailable();
  if (!reply.ok) return null;
  return reply.json().catch(() => {
    throw unavailable();
  });
}

function unavailable(): Problem {
  const sentence = "Google is not responding. Log in with your password, or try again in a moment.";
  return new Problem(503, sentence, { headers: { "retry-after": "10" } });
}
