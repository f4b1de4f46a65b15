export { startTelemetry, type Telemetry } from "./start.ts";
