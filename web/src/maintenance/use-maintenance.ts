import { listAlerts } from "@groundcrew/shared/alerts";
import { getMaintenance, listMaintenance } from "@groundcrew/shared/maintenance";
import { useServerData } from "../data/index.ts";

/** The maintenance of a station: under way, planned, and past. */
export function useMaintenance(station: string) {
  return useServerData(listMaintenance, { query: { station } });
}

/** A maintenance with what happened during it so far; nothing without one. It is not kept: a dialog that opened with its former end would have its act refused. */
export function useMaintenanceWindow(window: { station: string; id: number } | undefined) {
  return useServerData(getMaintenance, window ? { params: { window: window.id }, query: {} } : null, { gcTime: 0 });
}

/**
 * The alerts of a station: those that its maintenance suppresses, or those that it would suppress; at most 100. Undefined while they are loading, and
 * without a station.
 */
export function useStationAlerts(station: string | undefined, which: "suppressed" | "active") {
  const section = which === "suppressed" ? { section: "maintenance" as const } : {};
  return useServerData(listAlerts, station === undefined ? null : { query: { ...section, station } }).data?.alerts;
}
