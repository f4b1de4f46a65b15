import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { getConsoleSettings, type ConsoleSettings } from "@groundcrew/shared/console";
import { call } from "../api/index.ts";

/** Names and options of this deployment. They belong to nobody, so they outlive a session. */
export const consoleQuery = queryOptions({
  queryKey: ["console"],
  queryFn: async ({ signal }): Promise<ConsoleSettings> => (await call(getConsoleSettings, {}, { signal })).body,
  staleTime: Infinity,
  gcTime: Infinity,
  meta: { isPublic: true },
});

/** The deployment's settings; the app shows nothing that needs them before they are there. */
export function useConsole(): ConsoleSettings {
  return useSuspenseQuery(consoleQuery).data;
}
