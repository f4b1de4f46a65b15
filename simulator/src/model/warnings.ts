import { HOUR_MS } from "@groundcrew/shared/lib";
import { brokenSlot } from "./charger.ts";
import type { FleetStation } from "./fleet-file.ts";
import { pickBy, randomUnit } from "./random.ts";

const KEY = { when: 61, which: 62 } as const;

// How long one warning lasts.
const WARNING_MS = 2 * HOUR_MS;
const SHARE = { warn: 0.7, others: 0.02 } as const;

const WARNINGS: Record<FleetStation["station_type"], readonly string[]> = {
  atlas: [
    "Gantry Y Left needed two attempts to reach zero",
    "Roof took longer to close than expected",
    "Pad level differs by 4 mm between left and right",
    "Battery latch moved slower than expected",
    "Step8 lost 6 steps and was homed again",
  ],
  universal: [
    "Door took longer to close than expected",
    "clamp draws more current than usual",
    "Charger slot 3 was reset",
    "Clock was adjusted by 2 s",
  ],
  global: ["carousel needed two attempts to reach zero", "Link quality is low", "Door seal heater current is low"],
};

/** The warning of a station at `now`: usually null, but rarely null with a `warn` fault. */
export function warnMessage(station: FleetStation, now: number): string | null {
  const { faults } = station.behaviour;
  if (faults.includes("hot")) return "Internal temperature above the upper threshold; the cooler does not answer";
  if (faults.includes("camera_missing")) return `${station.cameras.at(-1)?.name ?? "A camera"} is not detected`;
  const window = Math.floor(now / WARNING_MS);
  const share = faults.includes("warn") ? SHARE.warn : SHARE.others;
  if (randomUnit(station.seed, KEY.when, window) >= share) return null;
  return pickBy(WARNINGS[station.station_type], randomUnit(station.seed, KEY.which, window));
}

/** The error that a station reports; null unless a fault stops its work. */
export function errorMessage(station: FleetStation): string | null {
  if (station.behaviour.faults.includes("hexboard_missing")) return "Hexboard not found on the USB bus";
  const slot = brokenSlot(station);
  return slot === null ? null : `Charger slot ${slot + 1}: battery does not recover`;
}
