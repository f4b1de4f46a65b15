import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Birth } from "@groundcrew/shared/link";
import type { Snapshot, StationType } from "@groundcrew/shared/telemetry";
import { batteryInfo, chargerInfo } from "./charger.ts";
import { climateControlOf, toF } from "./climate.ts";
import type { FleetStation } from "./fleet-file.ts";
import type { Machine, Step } from "./machine.ts";
import { motorTables } from "./motors.ts";
import { randomUnit } from "./random.ts";
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
export function snapshotOf(station: FleetStation, state: Machine): Snapshot {
  const machine = withFault(station, state);
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

/** A station that is stuck stays in the middle of a swap. */
function withFault({ behaviour }: FleetStation, machine: Machine): Machine {
  return behaviour.faults.includes("stuck") ? { ...machine, step: "SWAPPING", docked: true } : machine;
}

/** What stations of each type say in `system` when a person has to start them again. */
const STOPPED: Record<StationType, string> = {
  atlas: "ESTOP",
  universal: "FAULT: clamp driver overheated",
  global: "MANUAL",
};

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
    system: behaviour.faults.includes("stopped") ? STOPPED[type] : machine.step,
    lights: machine.step === "IDLE" ? "dark" : "light",
  };
}

function positions(station: FleetStation, { step, docked }: Machine): Status {
  const { faults } = station.behaviour;
  const grippers = GRIPPED.has(step) ? "closed" : "open";
  const isOpen = faults.includes("door_open") || isOpenAt(step);
  const common: Status = {
    door: faults.includes("door_unknown") ? "unknown" : isOpen ? "open" : "closed",
    pad: docked ? "occupied" : "empty",
    pad_buttons: docked ? "pressed" : "released",
    left_grippers: faults.includes("gripper") ? "closed" : grippers,
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
  const hasFix = randomUnit(seed, GPS_KEY) >= WITHOUT_FIX;
  return {
    ...common,
    gps_location: hasFix ? `${place.lat.toFixed(6)}, ${place.lon.toFixed(6)}` : "Not available",
    location: `${place.lat.toFixed(2)}, ${place.lon.toFixed(2)}`,
  };
}

type UsbStatus = NonNullable<NonNullable<Snapshot["status"]>["usb_status"]>;

const LOST_KEY = 51;

/** The USB status of a station: its hexboard, another serial device, and its cameras, of which faults can be missing for days. */
function usbStatus(station: FleetStation, now: number): UsbStatus {
  const { faults } = station.behaviour;
  const found = Math.floor(now / SECOND_MS);
  const lost = lostAt(station);
  const cameraMissing = faults.includes("camera_missing");
  const cameras = station.cameras.map(({ id, name }, index) => {
    const detected = !(cameraMissing && index === station.cameras.length - 1);
    return [id, { name, path: `/dev/video${index * 2}`, last_detected: detected ? found : lost, detected }] as const;
  });
  const hasBoard = !faults.includes("hexboard_missing");
  return {
    serial_devices_detected: {
      hexboard: {
        name: "hexboard",
        path: hasBoard ? "/dev/ttyACM0" : null,
        last_detected: hasBoard ? found : lost,
        detected: hasBoard,
      },
      other: [{ name: "charger_board", path: "/dev/ttyUSB0", last_detected: found, detected: true }],
    },
    cameras: Object.fromEntries(cameras),
    all_cameras_detected: !cameraMissing,
    last_all_cameras_detected: cameraMissing ? lost : found,
  };
}

/** When a missing device was last seen: some hours to days after the station was switched on, in seconds. */
function lostAt(station: FleetStation): number {
  const booted = Math.floor(Date.parse(station.booted) / SECOND_MS);
  return booted + Math.floor(randomUnit(station.seed, LOST_KEY) * 3_600);
}

const COMMANDS = [
  "ping",
  "capture",
  "stream_open",
  "stream_candidate",
  "stream_answer",
  "stream_heartbeat",
  "stream_close",
] as const;

/** The capabilities of a simulated station: images of its cameras, and live video for a few viewers. */
export function capabilitiesOf({ cameras }: Pick<FleetStation, "cameras">): Birth["data"]["capabilities"] {
  const streams = cameras.length === 0 ? 0 : 4;
  return { cameras, streams, commands: [...COMMANDS], events: ["station_error", "swap", "door", "pad", "resent"] };
}
