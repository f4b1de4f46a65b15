import type { Snapshot } from "./snapshot.ts";
import { readingText } from "./reading.ts";
import type { StationStatus } from "./status.ts";
import { celsiusText, fahrenheitText } from "./temperature.ts";

/**
 * A part of the Status tab: a title, and lines of a label and a text. Lines the station says nothing of are left out.
 */
export type StatusSection = { title: string; lines: { label: string; text: string }[] };

/**
 * The Status tab of the telemetry dialog apart from uptime and location (specification, section 2, "Telemetry modal"):
 * type, versions, flight software, system, lights, door, pad, grippers, gantry, longs, climate, networking. Sections
 * without lines are left out.
 */
export function statusSections(of: Snapshot): StatusSection[] {
  const status = of.status ?? {};
  const sections = [
    { title: "Station", lines: stationLines(status, of.firmware_version) },
    { title: "Mechanics", lines: mechanicsLines(status) },
    { title: "Climate", lines: climateLines(status) },
    {
      title: "Networking",
      lines: [line("Network Name", status.network_name), line("MAC Address", status.mac_address)],
    },
  ];
  return sections
    .map(({ title, lines }) => ({ title, lines: lines.flatMap((one) => one ?? []) }))
    .filter(({ lines }) => lines.length > 0);
}

type Line = StatusSection["lines"][number] | null;

function stationLines(of: StationStatus, firmware: Snapshot["firmware_version"] = []): Line[] {
  return [
    line("Type", of.station_type),
    line("Universal Type", of.uni_type),
    line("Station Version", of.station_version),
    line("API Version", of.version),
    line("Firmware Version", firmware.map(({ version }) => version).join(", ")),
    line("Flight Software", of.flight_software),
    line("System", of.system),
    line("Lights", of.lights),
  ];
}

function mechanicsLines(of: StationStatus): Line[] {
  return [
    line(of.station_type === "atlas" ? "Roof" : "Door", of.door),
    line("Pad", of.pad),
    line("Pad Level", of.padatlas),
    line("Pad Buttons", of.pad_buttons),
    line("Left Grippers", of.left_grippers),
    line("Right Grippers", of.right_grippers),
    line("Gantry Switches", of.gantry_switches),
    line("Latch", of.latch),
    line("Front Long", of.frontlong),
    line("Back Long", of.backlong),
  ];
}

function climateLines(of: StationStatus): Line[] {
  return [
    temperatureLine("Internal Temperature", of.internal_temperature),
    line("Auto Climate", of.auto_climate_state),
    temperatureLine("Lower Threshold", of.lower_temp_threshold),
    temperatureLine("Upper Threshold", of.upper_temp_threshold),
    line("Heater", of.heater_state),
    line("Cooler", of.cooler_state),
  ];
}

function line(label: string, reading: string | null | undefined): Line {
  return reading ? { label, text: readingText(reading) } : null;
}

function temperatureLine(label: string, temperatureF: number | null | undefined): Line {
  if (temperatureF === null || temperatureF === undefined) return null;
  return { label, text: `${fahrenheitText(temperatureF)} (${celsiusText(temperatureF)})` };
}
