import { hashKey, keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { LISTED_REFRESH_MS, Stations, type ListPart } from "@groundcrew/shared/stations";
import { pageMs, serverNow } from "../clock/index.ts";
import { ChangedRows, HEAD_PARTS, readNamed, readRows, type ListQuery } from "../pages/index.ts";
import { useKeptCurrent } from "../index.ts";
import type { Fleet } from "./fleet.ts";
import { LISTED, useFleet } from "./use-fleet.ts";

/** Which stations are needed: those of a list, or those with some names. */
export type Wanted = { query: ListQuery } | { names: readonly string[] };

type StationsOptions = {
  user: SessionUser;
  /** Parts of whole lists. */
  parts: readonly ListPart[];
  /** Null while it is not known, or if none are needed. */
  wanted: Wanted | null;
};

/**
 * The stations that are needed, kept current: the user's whole fleet, or, if that is too large, those that are wanted, without readings. So what needs
 * a few stations finds them in the same way in either.
 */
export function useStations({ user, parts, wanted }: StationsOptions) {
  const isInPages = user.lists_in_pages === true;
  const whole = useFleet({ user, parts, isWanted: !isInPages });
  const some = useSomeStations(user, isInPages ? wanted : null);
  return isInPages ? some : whole;
}

/** The more pages of this many stations there are, the less often they are requested again. */
const PAGE = 1_000;

type Some = { fleet: Fleet; pages: number };

/** The wanted stations of a fleet that is too large to be loaded. */
function useSomeStations(user: SessionUser, wanted: Wanted | null) {
  const client = useQueryClient();
  const queryKey = ["some-stations", user.email, wanted];
  const queryHash = hashKey(queryKey);
  const known = () => client.getQueryData<Some>(queryKey);
  const [changes] = useState(() => {
    const current = () => changes.query && client.getQueryData<Some>(changes.query.queryKey);
    const changes: ChangedRows = new ChangedRows(client, {
      names: () => current() && new Set(current()?.fleet.stations.keys()),
      everyMs: () => SECOND_MS * (current()?.pages ?? 1),
    });
    return changes;
  });
  const everyMs = LISTED_REFRESH_MS * (known()?.pages ?? 1);
  const { data, error, isFetching, isPlaceholderData, isEnabled, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readSome(wanted, signal),
    enabled: wanted !== null,
    staleTime: everyMs,
    meta: { listed: LISTED },
    structuralSharing: false,
    placeholderData: keepPreviousData,
  });
  const { freshness, refetch: refresh } = useKeptCurrent({ queryKey, everyMs, isEnabled, refetch });
  useEffect(() => (isEnabled ? changes.follow(queryHash) : undefined), [changes, queryHash, isEnabled]);
  return { fleet: data?.fleet, error, isFetching, isPlaceholder: isPlaceholderData, freshness, refresh };
}

async function readSome(wanted: Wanted | null, signal: AbortSignal): Promise<Some> {
  const rows = await readWanted(wanted, signal);
  const updatedMs = pageMs();
  return {
    fleet: {
      stations: Stations.of(new Map(rows.map((station) => [station.name, station]))),
      etag: null,
      asOf: null,
      respondedAt: serverNow(),
      ageMs: 0,
      updatedMs,
      fullRefreshMs: updatedMs,
    },
    pages: Math.max(1, Math.ceil(rows.length / PAGE)),
  };
}

async function readWanted(wanted: Wanted | null, signal: AbortSignal) {
  if (wanted === null) return [];
  const options = { parts: HEAD_PARTS, signal };
  return "names" in wanted ? readNamed(wanted.names, options) : readRows(wanted.query, options);
}
