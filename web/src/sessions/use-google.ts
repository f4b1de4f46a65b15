import { useEffect, useEffectEvent } from "react";
import { randomToken } from "../lib/index.ts";
import { googleSignInUrl, parseGoogleReply, type GoogleReply } from "./google.ts";

/** What outlives the way to Google and back: the state of this sign-in, and the path to return to. */
const BEGUN = "google-sign-in";
type PendingSignIn = { state: string | null; r: string | null };

/** Leaves for Google. */
export function startGoogleSignIn(clientId: string): void {
  const state = randomToken();
  const r = new URLSearchParams(window.location.search).get("r");
  sessionStorage.setItem(BEGUN, new URLSearchParams({ state, ...(r !== null && { r }) }).toString());
  window.location.assign(googleSignInUrl({ clientId, origin: window.location.origin, state }));
}

/** Calls `onAnswer` when this page is where Google came back to, with the path that was to be returned to. */
export function useGoogleReply(onAnswer: (answer: GoogleReply, r: string | null) => void): void {
  const handleAnswer = useEffectEvent(onAnswer);
  useEffect(() => {
    const { state, r } = takePending();
    const answer = parseGoogleReply(window.location.hash, state);
    if (answer) handleAnswer(answer, r);
  }, []);
}

/** A state is good for one answer. */
function takePending(): PendingSignIn {
  const begun = new URLSearchParams(sessionStorage.getItem(BEGUN) ?? "");
  sessionStorage.removeItem(BEGUN);
  return { state: begun.get("state"), r: begun.get("r") };
}
