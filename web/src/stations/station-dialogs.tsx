import { lazy, Suspense } from "react";

const TelemetryDialog = lazy(async () => ({ default: (await import("../telemetry/index.ts")).TelemetryDialog }));

const AddDeviceDialog = lazy(async () => ({
  default: (await import("./forms/add-device-dialog.tsx")).AddDeviceDialog,
}));

/** A dialog that the list opens. */
export type StationDialog = { kind: "telemetry"; name: string } | { kind: "add" };

type StationDialogsProps = { open: StationDialog; onRefresh: () => void; onClose: () => void };

/** The dialog that is open, loaded with its first opening. */
export function StationDialogs({ open, onRefresh, onClose }: StationDialogsProps) {
  return (
    <Suspense>
      {open.kind === "telemetry" && <TelemetryDialog name={open.name} onClose={onClose} />}
      {open.kind === "add" && <AddDeviceDialog onAdded={onRefresh} onClose={onClose} />}
    </Suspense>
  );
}
