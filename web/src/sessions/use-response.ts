import { useEffect, useEffectEvent } from "react";
import { takeGoogleResponse, type GoogleResponse } from "./google.ts";
import { takeSignOnResponse, type SignOnResponse } from "./sign-on.ts";

/** Calls `onResponse` if Google or an identity provider redirected to this page, with the path to return to. */
export function useResponse(onResponse: (response: GoogleResponse | SignOnResponse, r: string | null) => void): void {
  const handleResponse = useEffectEvent(onResponse);
  useEffect(() => {
    const taken = takeGoogleResponse(window.location.hash) ?? takeSignOnResponse(window.location.search);
    if (taken) handleResponse(taken.response, taken.r);
  }, []);
}
