import { lazy, Suspense } from "react";
import type { RowDialog } from "./row-head.tsx";

const DataHistoryDialog = lazy(async () => ({ default: (await import("../../stats/index.ts")).DataHistoryDialog }));
const ConfigHistoryDialog = lazy(async () => ({
  default: (await import("./config-history-dialog.tsx")).ConfigHistoryDialog,
}));

type RowDialogsProps = { open: RowDialog | null; isAdmin: boolean; now: number; onClose: () => void };

/** The dialog that a row opened. */
export function RowDialogs({ open, isAdmin, now, onClose }: RowDialogsProps) {
  if (open === null) return null;
  return (
    <Suspense>
      {open.kind === "telemetry" ? (
        <DataHistoryDialog name={open.station.name} isAdmin={isAdmin} onClose={onClose} />
      ) : (
        <ConfigHistoryDialog station={open.station} isAdmin={isAdmin} now={now} onClose={onClose} />
      )}
    </Suspense>
  );
}
