import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isLoggedOut } from "./api/index.ts";
import { recordResponse } from "./freshness/index.ts";
import { endSession } from "./sessions/index.ts";

/** What was loaded from the server. An answer that nobody is logged in ends the session on screen too. */
export function makeQueryClient(): QueryClient {
  function handleError(error: unknown) {
    if (isLoggedOut(error)) endSession(client);
  }

  const client = new QueryClient({
    queryCache: new QueryCache({ onError: handleError, onSuccess: (_, query) => recordResponse(query) }),
    mutationCache: new MutationCache({ onError: handleError }),
    defaultOptions: {
      // Without "always" a call made offline would wait silently where a sentence is due.
      queries: { networkMode: "always", retry: false, refetchOnWindowFocus: false },
      mutations: { networkMode: "always" },
    },
  });
  return client;
}
