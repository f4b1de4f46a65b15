import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { CallFailure, isForMore, watchRequests } from "./api/index.ts";
import { recordResponse } from "./freshness/index.ts";
import { endSession, reloadSession } from "../sessions/index.ts";

/** The cache of server data. A response that says nobody is logged in also ends the session on screen. */
export function makeQueryClient(): QueryClient {
  function handleError(error: unknown) {
    if (!(error instanceof CallFailure)) return;
    if (error.status === 401) endSession(client);
    // The user's rights may have changed.
    if (error.status === 403) void reloadSession(client);
  }

  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: handleError,
      onSuccess: (data, query) => {
        if (!isForMore(query)) recordResponse(query, ageOf(data));
      },
    }),
    mutationCache: new MutationCache({ onError: handleError }),
    defaultOptions: {
      // With the default mode, a call made offline would wait silently instead of failing with a message.
      queries: { networkMode: "always", retry: false, refetchOnWindowFocus: false },
      mutations: { networkMode: "always" },
    },
  });
  watchRequests(client);
  return client;
}

/** How old loaded data was when it arrived (ms), if it says so. */
function ageOf(data: unknown): number {
  const isAged = typeof data === "object" && data !== null && "ageMs" in data;
  return isAged && typeof data.ageMs === "number" ? data.ageMs : 0;
}
