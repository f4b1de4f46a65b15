import type { Snapshot } from "@groundcrew/shared/telemetry";
import type { FleetStation } from "./fleet-file.ts";
import { unit } from "./random.ts";

type UsbStatus = NonNullable<NonNullable<Snapshot["status"]>["usb_status"]>;

const LOST_KEY = 51;
const SECOND_MS = 1_000;

/** The USB status of a station: its hexboard, another serial device, and its cameras, of which faults can be missing for days. */
export function usbStatus(station: FleetStation, now: number): UsbStatus {
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
  return booted + Math.floor(unit(station.seed, LOST_KEY) * 3_600);
}
