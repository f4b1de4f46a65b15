import { MINUTE_MS } from "@groundcrew/shared/lib";
import { getStation, type Station } from "@groundcrew/shared/stations";
import { getStationNotices } from "@groundcrew/shared/link";
import { getStationTypes } from "@groundcrew/shared/station-types";
import { useQueryClient } from "@tanstack/react-query";
import { useServerData } from "../data/index.ts";
import { currentUser } from "../sessions/index.ts";

/** One station as its page shows it; null requests nothing. */
export function useStation(name: string | null, options: { isChanging?: (station: Station) => boolean } = {}) {
  const isAdmin = currentUser(useQueryClient())?.can_admin ?? false;
  // The server refuses the call of anyone else who asks for them.
  const query = isAdmin ? { ...PARTS, include_replaceables: true } : PARTS;
  const args = name === null ? null : { params: { station: name }, query, headers: {} };
  return useServerData(getStation, args, { ...options, gcTime: MINUTE_MS });
}

/** The parts of a station that its page shows. */
const PARTS = {
  include_support_metrics: true,
  include_telemetry: true,
  include_config: true,
  include_ssot: true,
};

/** Notices about a station's numbers. */
export function useStationNotices(station: string) {
  return useServerData(getStationNotices, { params: { station } }).data;
}

/** The metadata of all station types. */
export function useStationTypes() {
  return useServerData(getStationTypes, {});
}
