import { useState } from "react";
import type { QueryClient } from "@tanstack/react-query";
import { MINUTE_MS, windowStart, type TimeWindow } from "@groundcrew/shared/lib";
import { listStationErrors, needsTriage, triageErrors, type StationError } from "@groundcrew/shared/station-errors";
import { call } from "../api/index.ts";
import { serverNow } from "../clock/index.ts";
import { useLiveQuery } from "../freshness/index.ts";
import type { TriageCounts } from "./words.ts";
import { useErrorChoice } from "./use-error-choice.ts";

/** Most errors that one call answers with: the newest. */
const MOST = 1_000;

/** The errors that waited for triage when they were last received. */
type Received = {
  errors: readonly StationError[];
  /** Unresolved errors of that time that are attached to the support log. */
  attached: number;
  /** There are more than were asked for. */
  isCut: boolean;
  /** The entity tag to send along next time. */
  etag: string | null;
};

type Asking = { client: QueryClient; signal: AbortSignal };

const NONE: readonly StationError[] = [];

export type Triage = ReturnType<typeof useTriage>;

/** The errors of a station that wait for triage, which of them someone has chosen, and the time they are from. */
export function useTriage(station: string) {
  const [time, setTime] = useState<TimeWindow>("all");
  const { data: received, error, freshness, refetch } = useLiveQuery(triageQuery(station, time), MINUTE_MS);
  const { data: whole } = useLiveQuery(triageQuery(station, "all"), MINUTE_MS);
  const choice = useErrorChoice(received?.errors ?? NONE);
  return {
    received,
    /** Of all unresolved errors, whatever time is chosen; undefined while they are loading. */
    counts: whole && countsOf(whole),
    error,
    freshness,
    reload: () => void refetch(),
    choice,
    time,
    setTime: (chosen: TimeWindow) => {
      setTime(chosen);
      choice.setPage(1);
    },
  };
}

function countsOf({ errors, attached, isCut }: Received): TriageCounts {
  return { waiting: errors.length, attached, isCut };
}

function triageQuery(station: string, time: TimeWindow) {
  const queryKey = ["station-errors", station, "triage", time] as const;
  return {
    queryKey,
    queryFn: async ({ client, signal }: Asking): Promise<Received> => {
      const known = client.getQueryData<Received>(queryKey);
      const start = windowStart(time, serverNow());
      // Whole minutes, so that an unchanged list keeps its entity tag for a while.
      const after = start === null ? null : new Date(Math.floor(start / MINUTE_MS) * MINUTE_MS).toISOString();
      const query = { filter_resolved: false, limit: MOST, ...(after !== null && { filter_after: after }) };
      const headers = known?.etag ? { "if-none-match": known.etag } : {};
      const reply = await call(listStationErrors, { params: { station }, query, headers }, { signal });
      if (reply.status === 304 && known) return known;
      const all = reply.body ?? [];
      const errors = triageErrors(all, time, serverNow());
      const attached = all.filter((one) => !needsTriage(one)).length;
      return { errors, attached, isCut: all.length === MOST, etag: reply.headers.get("etag") };
    },
    structuralSharing: false,
  };
}
