import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { MINUTE_MS, REFRESH_MS } from "@groundcrew/shared/lib";
import { getStation, type Station } from "@groundcrew/shared/stations";
import { call, CallFailure, isLoggedOut, sentenceOf } from "../../api/index.ts";
import { type RefreshCause, useRefresh } from "../../lib/index.ts";
import { missedAgain, skewOf, type Missed } from "../fleet.ts";

/** A station as it was last received. */
type KnownStation = {
  station: Station;
  etag: string | null;
  /** When the server last answered (ms, this computer's clock). */
  updatedAt: number;
  /** The server's clock minus this computer's, in ms. */
  skewMs: number;
  /** Calls since then that failed. */
  missed: Missed | null;
};

/** One station, asked for again every 15 seconds while the page is shown. */
export function useStation(name: string) {
  const client = useQueryClient();
  const query = useQuery(stationQuery(name, "person"));

  async function refresh(cause: RefreshCause): Promise<void> {
    // What goes wrong is in the query's own state.
    await client.fetchQuery({ ...stationQuery(name, cause), staleTime: 0 }).catch(() => undefined);
  }

  useRefresh(REFRESH_MS.station_page, (cause) => void refresh(cause));
  const { data: known, error, isFetching } = query;
  return { known, error, isFetching, refresh: () => void refresh("person"), reload: () => refresh("person") };
}

function stationQuery(name: string, cause: RefreshCause) {
  const queryKey = ["station", name] as const;
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) => load(client.getQueryData<KnownStation>(queryKey), { name, cause, signal }),
    staleTime: REFRESH_MS.station_page,
    gcTime: MINUTE_MS,
  });
}

type Load = { name: string; cause: RefreshCause; signal: AbortSignal };

/** Loads the station. Once it is known, a failure makes it older instead of making it go away, unless it is gone. */
async function load(known: KnownStation | undefined, { name, cause, signal }: Load): Promise<KnownStation> {
  try {
    const reply = await call(
      getStation,
      {
        params: { station: name },
        query: { include_support_metrics: true, include_telemetry: true, include_config: true, include_ssot: true },
        headers: known?.etag ? { "if-none-match": known.etag } : {},
      },
      { signal, background: cause === "timer" },
    );
    const station = reply.status === 304 ? known?.station : reply.body;
    if (!station) throw new CallFailure(null, "The server sent no station.");
    const updatedAt = Date.now();
    const skewMs = skewOf(reply.headers.get("date"), updatedAt);
    return { station, etag: reply.headers.get("etag"), updatedAt, skewMs, missed: null };
  } catch (error) {
    if (!known || signal.aborted || isLoggedOut(error) || isGone(error)) throw error;
    const missed = missedAgain(known.missed, { sentence: sentenceOf(error), isAsked: cause === "person" });
    return { ...known, missed };
  }
}

/** Whether the server knows no such station, or none that the user may see. */
export function isGone(error: unknown): boolean {
  return error instanceof CallFailure && (error.status === 404 || error.status === 422);
}
