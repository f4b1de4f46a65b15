export { CompactSlots } from "./chargers-part.tsx";
export { useSnapshot } from "./telemetry-view.tsx";
export { TelemetryDialog } from "./telemetry-dialog.tsx";
export { TelemetryTab } from "./telemetry-tab.tsx";
