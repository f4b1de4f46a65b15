import { useEffect, useEffectEvent } from "react";
import { randomToken } from "../lib/index.ts";
import { googleSignInUrl, parseGoogleReply, type GoogleReply } from "./google.ts";

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

/** Calls `onReply` if Google redirected to this page, with the path to return to. */
export function useGoogleReply(onReply: (reply: GoogleReply, r: string | null) => void): void {
  const handleReply = useEffectEvent(onReply);
  useEffect(() => {
    const { state, r } = takePending();
    const reply = parseGoogleReply(window.location.hash, state);
    if (reply) handleReply(reply, r);
  }, []);
}

/** A state is valid for one reply. */
function takePending(): PendingSignIn {
  const stored = new URLSearchParams(sessionStorage.getItem(STORAGE_KEY) ?? "");
  sessionStorage.removeItem(STORAGE_KEY);
  return { state: stored.get("state"), r: stored.get("r") };
}
