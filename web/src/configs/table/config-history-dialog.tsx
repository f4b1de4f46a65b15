import { useState } from "react";
import type { Station } from "@groundcrew/shared/stations";
import { IconHistory } from "@tabler/icons-react";
import { titleOf } from "../../stations/index.ts";
import { Dialog } from "../../ui/index.ts";
import { ConfigHistoryTable } from "./config-history-table.tsx";
import { RowDialogs } from "./row-dialogs.tsx";
import type { RowDialog } from "./row-head.tsx";

type ConfigHistoryDialogProps = { station: Station; isAdmin: boolean; onClose: () => void };

/** Every configuration that one station has reported. */
export function ConfigHistoryDialog({ station, isAdmin, onClose }: ConfigHistoryDialogProps) {
  const [open, setOpen] = useState<RowDialog | null>(null);
  return (
    <Dialog
      title={`${titleOf(station)} - Station Config History`}
      subtitle={station.description}
      icon={IconHistory}
      size="wide"
      onClose={onClose}
    >
      <ConfigHistoryTable station={station} onOpen={setOpen} />
      <RowDialogs open={open} isAdmin={isAdmin} onClose={() => setOpen(null)} />
    </Dialog>
  );
}
