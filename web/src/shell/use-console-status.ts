import { getConsoleStatus } from "@groundcrew/shared/system";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { call, queryKeys } from "../api/index.ts";
import { useLiveQuery } from "../freshness/index.ts";

/** Live changes say at once when it has changed. */
const EVERY_MS = 30 * SECOND_MS;

/** Whether the server receives messages of stations, and for admins the problems of the installation. */
export function useConsoleStatus() {
  const queryFn = async ({ signal }: { signal: AbortSignal }) => (await call(getConsoleStatus, {}, { signal })).body;
  return useLiveQuery({ queryKey: queryKeys.system.status, queryFn }, EVERY_MS).data;
}
