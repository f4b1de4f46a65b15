import { SECOND_MS } from "@groundcrew/shared/lib";
import { z } from "zod";
import { Problem } from "../http/index.ts";

/** Someone Google vouches for. `sub` is theirs for ever; the email is verified and in lower case. */
type GooglePerson = { sub: string; email: string; name: string };

/** Says whose access token this is; null when it does not serve to log in here. Fails with 503 when Google is away. */
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
 * Verifies access tokens by asking Google. A token made for another application proves nothing about who sends it here, so
 * only tokens for `clientId` count.
 */
export function googleVerifier({
  clientId,
  endpoints = GOOGLE,
}: {
  clientId: string;
  endpoints?: GoogleEndpoints;
}): VerifyGoogle {
  return async (token) => {
    const about = tokenInfo.safeParse(
      await ask(endpoints.tokenInfo, { method: "POST", body: new URLSearchParams({ access_token: token }) }),
    ).data;
    if (!about || !isForUs(about, clientId)) return null;
    const person = userInfo.safeParse(
      await ask(endpoints.userInfo, { headers: { authorization: `Bearer ${token}` } }),
    ).data;
    if (!person || person.sub !== about.sub || !person.email_verified) return null;
    return { sub: person.sub, email: person.email, name: person.name };
  };
}

function isForUs({ aud, azp = aud, iss, scope, expires_in }: z.output<typeof tokenInfo>, clientId: string): boolean {
  const scopes = new Set(scope.split(" ").map((one) => (one === EMAIL_SCOPE ? "email" : one)));
  return (
    aud === clientId &&
    azp === clientId &&
    (iss === undefined || ISSUERS.has(iss)) &&
    expires_in > 0 &&
    SCOPES.every((needed) => scopes.has(needed))
  );
}

/** What Google answers; null when it does not know the token. */
async function ask(url: string, request: RequestInit): Promise<unknown> {
  const reply = await fetch(url, {
    ...request,
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  if (reply === null || reply.status === 429 || reply.status >= 500) throw away();
  if (!reply.ok) return null;
  return reply.json().catch(() => {
    throw away();
  });
}

function away(): Problem {
  const sentence = "Google does not answer right now. Log in with your password, or try again in a moment.";
  return new Problem(503, sentence, { headers: { "retry-after": "10" } });
}
