const AUTHORIZE = "https://accounts.google.com/o/oauth2/v2/auth";

/**
 * Where a browser goes to sign in with Google and come back to `/login` with an access token (specification, section 2,
 * "Login"). `state` is made up for this one sign-in and comes back with the answer.
 */
export function googleSignInUrl({
  clientId,
  origin,
  state,
}: {
  clientId: string;
  origin: string;
  state: string;
}): string {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: `${origin}/login`,
    response_type: "token",
    scope: "openid profile email",
    state,
  });
  return `${AUTHORIZE}?${query.toString()}`;
}

export type GoogleReply = { token: string } | { refusal: string };

/** What Google answered in the address's `hash`; null when it is no answer of Google's. */
export function parseGoogleReply(hash: string, expectedState: string | null): GoogleReply | null {
  const answer = new URLSearchParams(hash.replace(/^#/, ""));
  const token = answer.get("access_token");
  const error = answer.get("error");
  if (token === null && error === null) return null;
  if (expectedState === null || answer.get("state") !== expectedState) {
    return { refusal: "This Google sign-in was not started here. Try again." };
  }
  if (error === "access_denied") return { refusal: "The Google sign-in was cancelled." };
  return token === null ? { refusal: "Google refused the sign-in. Try again." } : { token };
}
