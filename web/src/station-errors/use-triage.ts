import { useState } from "react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { MINUTE_MS, windowStart, type TimeWindow } from "@groundcrew/shared/lib";
import { listStationErrors, triageErrors, type StationError } from "@groundcrew/shared/station-errors";
import { call } from "../api/index.ts";
import { useErrorChoice } from "./use-error-choice.ts";

/** Most errors that one call answers with: the newest. */
const MOST = 1_000;

/** The errors that waited for triage when they were last received. */
type Received = {
  errors: readonly StationError[];
  /** There are more than were asked for. */
  isCut: boolean;
  /** The entity tag to send along next time. */
  etag: string | null;
};

const NONE: readonly StationError[] = [];

export type Triage = ReturnType<typeof useTriage>;

/** The errors of a station that wait for triage, which of them someone has chosen, and the time they are from. */
export function useTriage(station: string) {
  const [time, setTime] = useState<TimeWindow>("all");
  const query = useQuery(triageQuery(station, time));
  const { data: received, error, refetch } = query;
  const choice = useErrorChoice(received?.errors ?? NONE);
  return {
    received,
    error,
    reload: () => void refetch(),
    choice,
    time,
    setTime: (chosen: TimeWindow) => {
      setTime(chosen);
      choice.setPage(1);
    },
  };
}

function triageQuery(station: string, time: TimeWindow) {
  const queryKey = ["station-errors", station, "triage", time] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<Received> => {
      const known = client.getQueryData<Received>(queryKey);
      const start = windowStart(time, Date.now());
      // Whole minutes, so that an unchanged list keeps its entity tag for a while.
      const after = start === null ? null : new Date(Math.floor(start / MINUTE_MS) * MINUTE_MS).toISOString();
      const query = { filter_resolved: false, limit: MOST, ...(after !== null && { filter_after: after }) };
      const headers = known?.etag ? { "if-none-match": known.etag } : {};
      const reply = await call(listStationErrors, { params: { station }, query, headers }, { signal });
      if (reply.status === 304 && known) return known;
      const all = reply.body ?? [];
      const errors = triageErrors(all, time, Date.now());
      return { errors, isCut: all.length === MOST, etag: reply.headers.get("etag") };
    },
    refetchInterval: MINUTE_MS,
    structuralSharing: false,
  });
}
