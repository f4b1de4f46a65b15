import { randomToken } from "../lib/index.ts";

const AUTHORIZE = "https://accounts.google.com/o/oauth2/v2/auth";

/**
 * The address for signing in with Google and returning to `/login` with an access token (specification, section 2, "Login").
 * `state` is random, used for one sign-in, and returned by Google.
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

export type GoogleResponse = { token: string } | { refusal: string };

/** Google's response in the address's `hash`; null if there is none. */
export function parseGoogleResponse(hash: string, expectedState: string | null): GoogleResponse | null {
  const response = new URLSearchParams(hash.replace(/^#/, ""));
  const token = response.get("access_token");
  const error = response.get("error");
  if (token === null && error === null) return null;
  if (expectedState === null || response.get("state") !== expectedState) {
    return { refusal: "This Google sign-in was not started here. Try again." };
  }
  if (error === "access_denied") return { refusal: "The Google sign-in was cancelled." };
  return token === null ? { refusal: "Google refused the sign-in. Try again." } : { token };
}

/** Stored while the browser is at Google: the state of this sign-in, and the path to return to. */
const STORAGE_KEY = "google-sign-in";
type PendingSignIn = { state: string | null; r: string | null };

/** Navigates to Google. */
export function startGoogleSignIn(clientId: string): void {
  const state = randomToken();
  const r = new URLSearchParams(window.location.search).get("r");
  sessionStorage.setItem(STORAGE_KEY, new URLSearchParams({ state, ...(r !== null && { r }) }).toString());
  window.location.assign(googleSignInUrl({ clientId, origin: window.location.origin, state }));
}

/** Google's response in the address, if it redirected here, and the path to return to. */
export function takeGoogleResponse(hash: string): { response: GoogleResponse; r: string | null } | null {
  const { state, r } = takePending();
  const response = parseGoogleResponse(hash, state);
  return response && { response, r };
}

/** A state is valid for one response. */
function takePending(): PendingSignIn {
  const stored = new URLSearchParams(sessionStorage.getItem(STORAGE_KEY) ?? "");
  sessionStorage.removeItem(STORAGE_KEY);
  return { state: stored.get("state"), r: stored.get("r") };
}
