import type { Station } from "@groundcrew/shared/stations";
import { useLiveStation } from "../data/live/index.ts";
import { zoneChoice } from "../lib/index.ts";
import { useStation, useStationTimes, type StationDialog } from "../station/index.ts";
import { lazyDialog } from "../ui/index.ts";

const TelemetryDialog = lazyDialog(async () => (await import("../telemetry/index.ts")).TelemetryDialog);

const CamerasDialog = lazyDialog(async () => (await import("../cameras/index.ts")).CamerasDialog);

const DataHistoryDialog = lazyDialog(async () => (await import("../stats/index.ts")).DataHistoryDialog);

const StationLogDialog = lazyDialog(async () => (await import("../support-log/index.ts")).StationLogDialog);

const SupportLogDialog = lazyDialog(async () => (await import("../support-log/index.ts")).SupportLogDialog);

const StartMaintenanceDialog = lazyDialog(async () => (await import("../maintenance/index.ts")).StartMaintenanceDialog);

const ExtendMaintenanceDialog = lazyDialog(async () => (await import("../maintenance/index.ts")).ExtendDialog);

const EndMaintenanceDialog = lazyDialog(async () => (await import("../maintenance/index.ts")).EndDialog);

const AddDeviceDialog = lazyDialog(async () => (await import("./forms/add-device-dialog.tsx")).AddDeviceDialog);

type StationDialogsProps = { open: StationDialog; isAdmin: boolean; onRefresh: () => void; onClose: () => void };

/** The open dialog, with times as those of the station that it is about. Its code is loaded when it is first opened. */
export function StationDialogs(props: StationDialogsProps) {
  const { name, station } = subjectOf(props.open);
  useLiveStation(name);
  const loaded = useStation((zoneChoice.get() === "station" && !station && name) || null).data;
  const key = useStationTimes(station ?? loaded ?? null);
  return <OpenDialog key={key} {...props} />;
}

function OpenDialog({ open, isAdmin, onRefresh, onClose }: StationDialogsProps) {
  // Changes to a station's errors and incidents also change the counters of its row.
  function handleClose() {
    onRefresh();
    onClose();
  }

  switch (open.kind) {
    case "telemetry":
      return <TelemetryDialog name={open.name} onClose={onClose} />;
    case "history":
      return <DataHistoryDialog name={open.name} isAdmin={isAdmin} onClose={onClose} />;
    case "cameras":
      return <CamerasDialog name={open.name} onClose={onClose} />;
    case "log":
      return <StationLogDialog station={open.station} onClose={handleClose} />;
    case "support":
      return <SupportLogDialog station={open.station} tab={open.tab} onClose={handleClose} />;
    case "maintenance":
      return <StartMaintenanceDialog stations={open.stations} isPlanned={false} onClose={handleClose} />;
    case "extend":
      return <ExtendMaintenanceDialog stations={open.stations} onClose={handleClose} />;
    case "end":
      return <EndMaintenanceDialog stations={open.stations} isAdmin={isAdmin} onClose={handleClose} />;
    case "add":
      return <AddDeviceDialog name={open.name} onAdded={onRefresh} onClose={onClose} />;
  }
}

/** The name of the only station that a dialog is about, and the station if it is known. */
function subjectOf(open: StationDialog): { name?: string | undefined; station?: Station | undefined } {
  if ("stations" in open) {
    const [station, another] = open.stations;
    return another ? {} : { name: station?.name, station };
  }
  return "station" in open ? { name: open.station.name, station: open.station } : open;
}
