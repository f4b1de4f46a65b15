import { useState } from "react";
import type { Station } from "@groundcrew/shared/stations";
import { IconHistory } from "@tabler/icons-react";
import { titleOf } from "../../station/index.ts";
import { Dialog, lazyDialog } from "../../ui/index.ts";
import { ConfigHistoryTable } from "./config-history-table.tsx";

const DataHistoryDialog = lazyDialog(async () => (await import("../../stats/index.ts")).DataHistoryDialog);

type ConfigHistoryDialogProps = { station: Station; isAdmin: boolean; onClose: () => void };

/** All configurations that a station has reported. */
export function ConfigHistoryDialog({ station, isAdmin, onClose }: ConfigHistoryDialogProps) {
  const [isTelemetryOpen, setIsTelemetryOpen] = useState(false);
  return (
    <Dialog
      title={`${titleOf(station)} - Station Config History`}
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
