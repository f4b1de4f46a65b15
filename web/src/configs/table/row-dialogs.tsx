import { useState } from "react";
import type { Station } from "@groundcrew/shared/stations";
import { IconHistory } from "@tabler/icons-react";
import { stationTitle } from "../../station/index.ts";
import { Dialog, lazyDialog } from "../../ui/index.ts";
import { ConfigHistoryTable } from "./config-history-table.tsx";
import type { RowDialog } from "./row-head.tsx";

const DataHistoryDialog = lazyDialog(async () => (await import("../../stats/index.ts")).DataHistoryDialog);

type RowDialogsProps = { open: RowDialog | null; isAdmin: boolean; onClose: () => void };

/** The dialog that a row opened. */
export function RowDialogs({ open, isAdmin, onClose }: RowDialogsProps) {
  if (open === null) return null;
  return open.kind === "telemetry" ? (
    <DataHistoryDialog name={open.station.name} isAdmin={isAdmin} onClose={onClose} />
  ) : (
    <ConfigHistoryDialog station={open.station} isAdmin={isAdmin} onClose={onClose} />
  );
}

type ConfigHistoryDialogProps = { station: Station; isAdmin: boolean; onClose: () => void };

/** All configurations that a station has reported. */
function ConfigHistoryDialog({ station, isAdmin, onClose }: ConfigHistoryDialogProps) {
  const [isTelemetryOpen, setIsTelemetryOpen] = useState(false);
  return (
    <Dialog
      title={`${stationTitle(station)} - Station Config History`}
      subtitle={station.description}
      icon={IconHistory}
      size="wide"
      onClose={onClose}
    >
      <ConfigHistoryTable station={station} onOpen={() => setIsTelemetryOpen(true)} />
      {isTelemetryOpen && (
        <DataHistoryDialog name={station.name} isAdmin={isAdmin} onClose={() => setIsTelemetryOpen(false)} />
      )}
    </Dialog>
  );
}
