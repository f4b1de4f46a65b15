export { TelemetryDialog } from "./telemetry-dialog.tsx";
export { TelemetryTab } from "./telemetry-tab.tsx";
