import { temperatureText, type Units } from "../../lib/index.ts";
import type { Snapshot } from "../snapshot.ts";
import { readingText } from "./reading.ts";
import type { StationStatus } from "./status.ts";

/** A section of the Status tab: a title, and lines with a label and a text. Values that the station does not report have no line. */
export type StatusSection = { title: string; lines: { label: string; text: string }[] };

/**
 * The sections of the telemetry dialog's Status tab except uptime and location (specification, section 2, "Telemetry modal"): type,
 * versions, flight software, system, lights, door, pad, grippers, gantry, longs, climate, networking. Sections without lines are left out.
 */
export function statusSections(snapshot: Snapshot, unit: Units): StatusSection[] {
  const status = snapshot.status ?? {};
  const sections = [
    { title: "Station", lines: stationLines(status, snapshot.firmware_version) },
    { title: "Mechanics", lines: mechanicsLines(status) },
    { title: "Climate", lines: climateLines(status, unit) },
    {
      title: "Networking",
      lines: [line("Network Name", status.network_name), line("MAC Address", status.mac_address)],
    },
  ];
  return sections
    .map(({ title, lines }) => ({ title, lines: lines.filter((line) => line !== null) }))
    .filter(({ lines }) => lines.length > 0);
}

type Line = StatusSection["lines"][number] | null;

function stationLines(status: StationStatus, firmware: Snapshot["firmware_version"] = []): Line[] {
  return [
    line("Type", status.station_type),
    line("Universal Type", status.uni_type),
    line("Station Version", status.station_version),
    line("API Version", status.version),
    line("Firmware Version", firmware.map(({ version }) => version).join(", ")),
    line("Flight Software", status.flight_software),
    line("System", status.system),
    line("Lights", status.lights),
  ];
}

function mechanicsLines(status: StationStatus): Line[] {
  return [
    line(status.station_type === "atlas" ? "Roof" : "Door", status.door),
    line("Pad", status.pad),
    line("Pad Level", status.padatlas),
    line("Pad Buttons", status.pad_buttons),
    line("Left Grippers", status.left_grippers),
    line("Right Grippers", status.right_grippers),
    line("Gantry Switches", status.gantry_switches),
    line("Latch", status.latch),
    line("Front Long", status.frontlong),
    line("Back Long", status.backlong),
  ];
}

function climateLines(status: StationStatus, unit: Units): Line[] {
  const temperatureLine = (label: string, reading: number | null | undefined) => readingLine(label, reading, unit);
  return [
    temperatureLine("Internal Temperature", status.internal_temperature),
    line("Auto Climate", status.auto_climate_state),
    temperatureLine("Lower Threshold", status.lower_temp_threshold),
    temperatureLine("Upper Threshold", status.upper_temp_threshold),
    line("Heater", status.heater_state),
    line("Cooler", status.cooler_state),
  ];
}

function line(label: string, reading: string | null | undefined): Line {
  return reading ? { label, text: readingText(reading) } : null;
}

/** A temperature in a unit, and in the other one. */
function readingLine(label: string, temperatureF: number | null | undefined, unit: Units): Line {
  if (temperatureF === null || temperatureF === undefined) return null;
  const other = unit === "celsius" ? "fahrenheit" : "celsius";
  return { label, text: `${temperatureText(temperatureF, unit)} (${temperatureText(temperatureF, other)})` };
}
