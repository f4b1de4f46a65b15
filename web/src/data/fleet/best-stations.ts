import { listStationPage, type Station } from "@groundcrew/shared/stations";
import { useSettled } from "../../lib/index.ts";
import { HEAD_PARTS } from "../pages/index.ts";
import { useServerData } from "../index.ts";

/** How long typing has to pause before the server searches (ms). */
const PAUSE_MS = 150;

/** The stations that a search found, best matches first, and how many it found; undefined while it runs. */
type Found = { best: readonly Station[]; count: number } | undefined;

/** The stations that match a search best, as the server finds them; null finds none. For fleets that are not loaded as a whole. */
export function useBestStations(typed: string | null, limit: number): { found: Found; error: Error | null } {
  const q = useSettled(typed, PAUSE_MS);
  const isWaiting = q !== typed;
  const args = q === null || isWaiting ? null : { query: { q, best: true, limit, ...HEAD_PARTS } };
  const { data, error } = useServerData(listStationPage, args);
  return { found: args && data ? { best: data.stations, count: data.total } : undefined, error };
}
