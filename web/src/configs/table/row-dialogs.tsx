import { lazyDialog } from "../../ui/index.ts";
import type { RowDialog } from "./row-head.tsx";

const DataHistoryDialog = lazyDialog(async () => (await import("../../stats/index.ts")).DataHistoryDialog);
const ConfigHistoryDialog = lazyDialog(async () => (await import("./config-history-dialog.tsx")).ConfigHistoryDialog);

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
