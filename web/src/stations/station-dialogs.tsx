import { lazy, Suspense } from "react";

const TelemetryDialog = lazy(async () => ({ default: (await import("../telemetry/index.ts")).TelemetryDialog }));

/** A dialog that the list opens about a station. */
export type StationDialog = { kind: "telemetry"; name: string };

/** The dialog that is open, loaded with its first opening. */
export function StationDialogs({ open, onClose }: { open: StationDialog; onClose: () => void }) {
  return (
    <Suspense>
      <TelemetryDialog name={open.name} onClose={onClose} />
    </Suspense>
  );
}
