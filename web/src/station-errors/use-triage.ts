import { useState } from "react";
import type { QueryClient } from "@tanstack/react-query";
import { MINUTE_MS, windowStart, type TimeWindow } from "@groundcrew/shared/lib";
import { listStationErrors, needsTriage, triageErrors, type StationError } from "@groundcrew/shared/station-errors";
import { call } from "../api/index.ts";
import { serverNow } from "../clock/index.ts";
import { useLiveQuery } from "../freshness/index.ts";
import { useErrorChoice } from "./error-chooser.tsx";
import type { TriageCounts } from "./error-texts.ts";

/** The maximum number of errors in one reply, which are the newest. */
const LIST_MAX = 1_000;

/** The last received errors that need triage. */
type Received = {
  errors: readonly StationError[];
  /** The number of unresolved errors attached to the support log. */
  attached: number;
  /** Whether there are more errors than in the reply. */
  hasMore: boolean;
  /** The entity tag for the next request. */
  etag: string | null;
};

type QueryContext = { client: QueryClient; signal: AbortSignal };

const NO_ERRORS: readonly StationError[] = [];

export type Triage = ReturnType<typeof useTriage>;

/** The errors of a station that need triage, the selection among them, and the time window. */
export function useTriage(station: string) {
  const [time, setTime] = useState<TimeWindow>("all");
  const { data: received, error, freshness, refetch } = useLiveQuery(triageQuery(station, time), MINUTE_MS);
  const { data: allTime } = useLiveQuery(triageQuery(station, "all"), MINUTE_MS);
  const choice = useErrorChoice(received?.errors ?? NO_ERRORS);
  return {
    received,
    /** The counts of all unresolved errors in any time window; undefined while they are loading. */
    counts: allTime && countsOf(allTime),
    error,
    freshness,
    reload: () => void refetch(),
    choice,
    time,
    setTime: (selected: TimeWindow) => {
      setTime(selected);
      choice.setPage(1);
    },
  };
}

function countsOf({ errors, attached, hasMore }: Received): TriageCounts {
  return { triage: errors.length, attached, hasMore };
}

function triageQuery(station: string, time: TimeWindow) {
  const queryKey = ["station-errors", station, "triage", time] as const;
  return {
    queryKey,
    queryFn: async ({ client, signal }: QueryContext): Promise<Received> => {
      const known = client.getQueryData<Received>(queryKey);
      const start = windowStart(time, serverNow());
      // Whole minutes, so that an unchanged list keeps its entity tag for a while.
      const after = start === null ? null : new Date(Math.floor(start / MINUTE_MS) * MINUTE_MS).toISOString();
      const query = { filter_resolved: false, limit: LIST_MAX, ...(after !== null && { filter_after: after }) };
      const headers = known?.etag ? { "if-none-match": known.etag } : {};
      const reply = await call(listStationErrors, { params: { station }, query, headers }, { signal });
      if (reply.status === 304 && known) return known;
      const all = reply.body ?? [];
      const errors = triageErrors(all, time, serverNow());
      const attached = all.filter((error) => !needsTriage(error)).length;
      return { errors, attached, hasMore: all.length === LIST_MAX, etag: reply.headers.get("etag") };
    },
    structuralSharing: false,
  };
}
