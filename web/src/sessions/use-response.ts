import { useEffect, useEffectEvent } from "react";
import { takeGoogleResponse, type GoogleResponse } from "./google.ts";
import { hasSignOnResponse, takeSignOnResponse, type SignOnResponse } from "./sign-on.ts";

type Handlers = {
  onResponse: (response: GoogleResponse | SignOnResponse, r: string | null) => void;
  onForeign: () => void;
};

/**
 * Calls `onResponse` if Google or an identity provider redirected to this page, with the path to return to, or `onForeign` if the
 * identity provider answers something that this tab has not asked for.
 */
export function useResponse({ onResponse, onForeign }: Handlers): void {
  const handleResponse = useEffectEvent(onResponse);
  const handleForeign = useEffectEvent(onForeign);
  useEffect(() => {
    const taken = takeGoogleResponse(window.location.hash) ?? takeSignOnResponse(window.location.search);
    if (taken) handleResponse(taken.response, taken.r);
    else if (hasSignOnResponse(window.location.search)) handleForeign();
  }, []);
}
