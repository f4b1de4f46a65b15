import { useEffect, useEffectEvent } from "react";
import { randomToken } from "../lib/index.ts";
import { googleAddress, readGoogleAnswer, type GoogleAnswer } from "./google.ts";

/** What outlives the way to Google and back: the state of this sign-in, and the path to return to. */
const BEGUN = "google-sign-in";
type Begun = { state: string | null; r: string | null };

/** Leaves for Google. */
export function beginGoogle(clientId: string): void {
  const state = randomToken();
  const r = new URLSearchParams(window.location.search).get("r");
  sessionStorage.setItem(BEGUN, new URLSearchParams({ state, ...(r !== null && { r }) }).toString());
  window.location.assign(googleAddress({ clientId, origin: window.location.origin, state }));
}

/** Calls `onAnswer` when this page is where Google came back to, with the path that was to be returned to. */
export function useGoogleAnswer(onAnswer: (answer: GoogleAnswer, r: string | null) => void): void {
  const handleAnswer = useEffectEvent(onAnswer);
  useEffect(() => {
    const { state, r } = takeBegun();
    const answer = readGoogleAnswer(window.location.hash, state);
    if (answer) handleAnswer(answer, r);
  }, []);
}

/** A state is good for one answer. */
function takeBegun(): Begun {
  const begun = new URLSearchParams(sessionStorage.getItem(BEGUN) ?? "");
  sessionStorage.removeItem(BEGUN);
  return { state: begun.get("state"), r: begun.get("r") };
}
