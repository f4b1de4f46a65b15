import { clockText } from "../lib/index.ts";
import { Notice } from "../ui/index.ts";
import type { MaintainedStation } from "./chosen-stations.ts";
import { useMaintenance } from "./use-maintenance.ts";

/** Says that the maintenance of the only station has ended or changed since a dialog about it was opened. Nothing for several stations. */
export function ChangedNotice({ stations }: { stations: readonly MaintainedStation[] }) {
  const [only] = stations;
  return stations.length === 1 && only ? <Changed station={only} /> : null;
}

function Changed({ station: { name, maintenance } }: { station: MaintainedStation }) {
  const now = useMaintenance(name).data?.find(({ id }) => id === maintenance.id);
  if (!now) return null;
  if (now.ended_at !== null) {
    const end = now.ended_by === null ? "This maintenance ended" : `${now.ended_by} ended this maintenance`;
    return <Notice tone="warning">{`${end} at ${clockText(now.ended_at)}.`}</Notice>;
  }
  if (now.until === maintenance.until) return null;
  return (
    <Notice tone="warning">{`Its end was changed to ${clockText(now.until)}. Open this dialog again to see it.`}</Notice>
  );
}
