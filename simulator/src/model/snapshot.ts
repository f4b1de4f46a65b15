import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Snapshot, StationType } from "@groundcrew/shared/telemetry";
import { batteryInfo, chargerInfo } from "./charger.ts";
import { climateControlOf, toF } from "./climate.ts";
import type { FleetStation } from "./fleet-file.ts";
import type { Machine, Step } from "./machine.ts";
import { motorTables } from "./motors.ts";
import { unit } from "./random.ts";
import { usbStatus } from "./usb.ts";
import { errorMessage, warnMessage } from "./warnings.ts";

type Status = NonNullable<Snapshot["status"]>;

const GRIPPED = new Set<Step>(["SWAPPING", "READY"]);
const RAISED = new Set<Step>(["LANDING", "CENTERING", "READY", "LAUNCHING"]);
const OPEN = new Set<Step>(["LANDING", "CENTERING", "SWAPPING", "READY", "LAUNCHING", "CLOSING"]);

/** Whether the door of a station at this step is open. */
export function isOpenAt(step: Step): boolean {
  return OPEN.has(step);
}

/** The snapshot of a simulated station in the state `machine`. */
export function snapshotOf(station: FleetStation, machine: Machine): Snapshot {
  const { at: now } = machine;
  const charger = chargerInfo({ station, charger: machine.charger, insideC: machine.insideC, now });
  return {
    time: now / SECOND_MS,
    error_message: errorMessage(station),
    warn_message: warnMessage(station, now),
    firmware_version: station.versions.firmware.map((version) => ({ version })),
    status: {
      ...identity(station, machine),
      ...positions(station, machine),
      ...climate(station, machine),
      ...surroundings(station),
      swaps_performed: machine.swaps,
      usb_status: usbStatus(station, now),
    },
    ...motorTables(station, machine),
    charger_info: charger,
    battery_info: batteryInfo(charger),
    cycles_performed: machine.cycles,
  };
}

const OTHER_TYPE: Record<StationType, StationType> = { atlas: "universal", universal: "global", global: "universal" };

function identity(station: FleetStation, machine: Machine): Status {
  const { versions, station_type: type, behaviour } = station;
  return {
    station_type: behaviour.faults.includes("wrong_type") ? OTHER_TYPE[type] : type,
    ...(type === "universal" ? { uni_type: "uni-2" } : {}),
    station_uptime: Math.max(0, Math.floor((machine.at - Date.parse(station.booted)) / SECOND_MS)),
    station_version: versions.station,
    version: versions.api,
    flight_software: versions.flight_software,
    system: machine.step,
    lights: machine.step === "IDLE" ? "dark" : "light",
  };
}

function positions(station: FleetStation, { step, docked }: Machine): Status {
  const grippers = GRIPPED.has(step) ? "closed" : "open";
  const common: Status = {
    door: station.behaviour.faults.includes("door_unknown") ? "unknown" : isOpenAt(step) ? "open" : "closed",
    pad: docked ? "occupied" : "empty",
    pad_buttons: docked ? "pressed" : "released",
    left_grippers: grippers,
    right_grippers: grippers,
    gantry_switches: step === "SWAPPING" ? "away" : "home",
    latch: step === "SWAPPING" ? "open" : "closed",
  };
  if (station.station_type !== "atlas") return common;
  const longs = GRIPPED.has(step) || step === "CENTERING" ? "closed" : "open";
  return { ...common, padatlas: RAISED.has(step) ? "raised" : "lowered", frontlong: longs, backlong: longs };
}

function climate(station: FleetStation, machine: Machine): Status {
  const control = climateControlOf(station);
  return {
    internal_temperature: toF(machine.insideC),
    internal_temperature_celsius: Math.round(machine.insideC * 10) / 10,
    auto_climate_state: "enabled",
    lower_temp_threshold: toF(control.lowerC),
    upper_temp_threshold: toF(control.upperC),
    heater_state: machine.heating ? "enabled" : "disabled",
    cooler_state: control.cooler !== "fitted" ? "unavailable" : machine.cooling ? "enabled" : "disabled",
  };
}

const GPS_KEY = 71;
const WITHOUT_FIX = 0.1;

function surroundings({ seed, place, network }: FleetStation): Status {
  const common: Status = {
    network_name: network.name,
    mac_address: network.mac_address,
    location_data: place.location_data,
  };
  if (place.location_data.error) return { ...common, gps_location: "Not available", location: "Not available" };
  const hasFix = unit(seed, GPS_KEY) >= WITHOUT_FIX;
  return {
    ...common,
    gps_location: hasFix ? `${place.lat.toFixed(6)}, ${place.lon.toFixed(6)}` : "Not available",
    location: `${place.lat.toFixed(2)}, ${place.lon.toFixed(2)}`,
  };
}
