import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { getConsoleSettings, type ConsoleSettings } from "@groundcrew/shared/console";
import { call } from "../data/api/index.ts";

/** Names and options of this deployment. They do not depend on the user, so they outlive a session. */
export const consoleQuery = queryOptions({
  queryKey: ["console"],
  queryFn: async ({ signal }): Promise<ConsoleSettings> => (await call(getConsoleSettings, {}, { signal })).body,
  staleTime: Infinity,
  gcTime: Infinity,
  meta: { isPublic: true },
});

/** The deployment's settings. The app is not rendered before they are loaded. */
export function useConsole(): ConsoleSettings {
  return useSuspenseQuery(consoleQuery).data;
}
