import { lazy, Suspense } from "react";

const TelemetryDialog = lazy(async () => ({ default: (await import("../telemetry/index.ts")).TelemetryDialog }));

const DataHistoryDialog = lazy(async () => ({ default: (await import("../stats/index.ts")).DataHistoryDialog }));

const AddDeviceDialog = lazy(async () => ({
  default: (await import("./forms/add-device-dialog.tsx")).AddDeviceDialog,
}));

/** A dialog that the list opens. */
export type StationDialog = { kind: "telemetry" | "history"; name: string } | { kind: "add" };

type StationDialogsProps = { open: StationDialog; isAdmin: boolean; onRefresh: () => void; onClose: () => void };

/** The dialog that is open, loaded with its first opening. */
export function StationDialogs({ open, isAdmin, onRefresh, onClose }: StationDialogsProps) {
  return (
    <Suspense>
      {open.kind === "telemetry" && <TelemetryDialog name={open.name} onClose={onClose} />}
      {open.kind === "history" && <DataHistoryDialog name={open.name} isAdmin={isAdmin} onClose={onClose} />}
      {open.kind === "add" && <AddDeviceDialog onAdded={onRefresh} onClose={onClose} />}
    </Suspense>
  );
}
