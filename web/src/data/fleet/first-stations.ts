import { useEffect } from "react";
import { useQuery, type QueryClient } from "@tanstack/react-query";
import type { ViewSettings } from "@groundcrew/shared/stations";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { pageValue } from "../../page/index.ts";
import { firstPageQuery, type FirstOptions } from "../pages/index.ts";
import { prefetchFleet } from "./use-fleet.ts";

/**
 * The stations that a list begins with, which arrive long before a large list. Undefined while they are not loaded, if only the whole list can be
 * shown, and unless they are wanted.
 */
export function useFirstStations({ isWanted, ...options }: FirstOptions & { isWanted: boolean }) {
  const enabled = isWanted && isKnownFirst(options.settings);
  const { data, isStale } = useQuery({ ...firstPageQuery(options), enabled });
  const first = enabled && !isStale && data?.stations.length ? data.stations : undefined;
  useEffect(() => {
    if (!enabled) startWhole();
    else if (first) return afterPaint(startWhole);
  }, [enabled, first]);
  return first;
}

/** Starts requests for whole lists, which wait until the first stations are on the screen: both need the processors of a small server. */
const waiting = pageValue(() => new Set<() => void>());
/** They wait this long at most (ms). */
const MAX_WAIT_MS = SECOND_MS;

function startWhole(): void {
  for (const start of waiting.get()) start();
  waiting.get().clear();
}

/** Calls `listener` after the next frame. Returns how to cancel that. */
function afterPaint(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(listener)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Starts loading the stations list and the stations that it begins with before the page is rendered. Failures are in the queries' states. */
export function prefetchStations(client: QueryClient, options: FirstOptions): void {
  const { user, settings } = options;
  const { filters } = settings;
  if (!user.lists_in_pages) {
    if (!isKnownFirst(settings)) return prefetchFleet(client, { user, filters });
    const { promise: startAfter, resolve } = Promise.withResolvers<void>();
    waiting.get().add(resolve);
    setTimeout(resolve, MAX_WAIT_MS);
    prefetchFleet(client, { user, filters, startAfter });
  }
  void loadFirst(client, options);
}

async function loadFirst(client: QueryClient, options: FirstOptions): Promise<void> {
  const page = await client.query(firstPageQuery(options)).catch(() => undefined);
  if (!page?.stations.length) startWhole();
}

/** Whether a list can begin before it is loaded as a whole: groups and the map cannot. */
function isKnownFirst({ view, group }: ViewSettings): boolean {
  return view === "list" && group === "none";
}
