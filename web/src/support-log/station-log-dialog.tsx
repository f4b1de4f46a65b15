import type { Station } from "@groundcrew/shared/stations";
import { stationTypeIcons, titleOf } from "../station/index.ts";
import { Dialog } from "../ui/index.ts";
import { StationLog } from "./station-log.tsx";

type StationLogDialogProps = {
  station: Pick<Station, "name" | "serial_number" | "station_type">;
  onClose: () => void;
};

/** A station's support log. */
export function StationLogDialog({ station, onClose }: StationLogDialogProps) {
  return (
    <Dialog
      title={`Viewing Support Log for ${titleOf(station)}`}
      subtitle={station.name}
      icon={stationTypeIcons[station.station_type].icon}
      size="wide"
      onClose={onClose}
    >
      <StationLog station={station.name} />
    </Dialog>
  );
}
