import { queryOptions } from "@tanstack/react-query";
import { MINUTE_MS, REFRESH_MS } from "@groundcrew/shared/lib";
import { getStation, type Station } from "@groundcrew/shared/stations";
import { call, CallFailure } from "../api/index.ts";
import { useLiveQuery } from "../freshness/index.ts";

/** The last received state of a station. */
type KnownStation = { station: Station; etag: string | null };

/** One station, polled every 15 seconds while the page is visible. */
export function useStation(name: string) {
  const {
    data: known,
    error,
    isFetching,
    freshness,
    poll,
    refetch: reload,
  } = useLiveQuery(stationQuery(name), REFRESH_MS.station_page);
  return { known, error, isFetching, freshness, poll, refresh: () => void reload(), reload };
}

function stationQuery(name: string) {
  const queryKey = ["station", name] as const;
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) => load(client.getQueryData<KnownStation>(queryKey), { name, signal }),
    gcTime: MINUTE_MS,
  });
}

type Load = { name: string; signal: AbortSignal };

async function load(known: KnownStation | undefined, { name, signal }: Load): Promise<KnownStation> {
  const reply = await call(
    getStation,
    {
      params: { station: name },
      query: { include_support_metrics: true, include_telemetry: true, include_config: true, include_ssot: true },
      headers: known?.etag ? { "if-none-match": known.etag } : {},
    },
    { signal },
  );
  const station = reply.status === 304 ? known?.station : reply.body;
  if (!station) throw new CallFailure(null, "The server sent no station.");
  return { station, etag: reply.headers.get("etag") };
}

/** Whether the station does not exist, or is not visible to the user. */
export function isGone(error: unknown): boolean {
  return error instanceof CallFailure && (error.status === 404 || error.status === 422);
}
