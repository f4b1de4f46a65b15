import type { Station } from "@groundcrew/shared/stations";
import { clockText } from "../lib/index.ts";
import { maintainedStations, type MaintainedStation } from "./chosen-stations.ts";
import { useMaintenanceWindow } from "./use-maintenance.ts";

type Newest = {
  maintained: readonly MaintainedStation[];
  /** Changes since the dialog opened. */
  news: string | null;
  hasEnded: boolean;
  /** The maintenance of the only station, with what happened during it. */
  window: ReturnType<typeof useMaintenanceWindow>;
};

/** The stations of a dialog that are in maintenance: a single one with its end as it is now, several as they were when it opened. */
export function useNewestMaintenance(stations: readonly Station[]): Newest {
  const maintained = maintainedStations(stations);
  const [first] = maintained;
  const only = maintained.length === 1 ? first : undefined;
  const window = useMaintenanceWindow(only && { station: only.name, id: only.maintenance.id });
  const now = window.data;
  if (!only || !now) return { maintained, news: null, hasEnded: false, window };
  if (now.ended_at !== null) {
    const end = now.ended_by === null ? "This maintenance ended" : `${now.ended_by} ended this maintenance`;
    return { maintained, news: `${end} at ${clockText(now.ended_at)}.`, hasEnded: true, window };
  }
  const { until } = now;
  const news = until === only.maintenance.until ? null : `Its end was changed to ${clockText(until)}.`;
  return { maintained: [{ ...only, maintenance: { ...only.maintenance, until } }], news, hasEnded: false, window };
}
