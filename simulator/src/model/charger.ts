import { builtInStationTypes } from "@groundcrew/shared/station-types";
import type { BatteryStatus, ChargerBattery, Snapshot } from "@groundcrew/shared/telemetry";
import type { FleetStation } from "./fleet-file.ts";
import { between, randomUnit } from "./random.ts";

/** A battery in a slot. `level` is in percent, `charging` whether it is to be charged until full, `put` when it was inserted (ms). */
export type Slot = { sn: string; level: number; charging: boolean; put: number };

/** The charger, and the serial number of the battery in the drone, whose slot is empty. */
export type Charger = { slots: (Slot | null)[]; flying: string };

const KEY = { level: 31, sn: 32, broken: 33, temperature: 34, current: 35 } as const;
const COOLDOWN_MS = 90_000;

/** An idle charger: one slot empty, most batteries full, some still charging. */
export function newCharger(station: Pick<FleetStation, "seed" | "station_type" | "behaviour">): Charger {
  const count = slotsOf(station);
  const candidate = Math.floor(randomUnit(station.seed, KEY.sn) * count);
  const empty = candidate === brokenSlot(station) ? (candidate + 1) % count : candidate;
  const slots = Array.from({ length: count }, (_, index) => (index === empty ? null : newSlot(station, index)));
  return { slots, flying: serialNumber(station.seed, empty) };
}

function slotsOf({ station_type }: Pick<FleetStation, "station_type">): number {
  return builtInStationTypes[station_type].battery_slots;
}

function newSlot({ seed, behaviour }: Pick<FleetStation, "seed" | "behaviour">, index: number): Slot {
  const draw = randomUnit(seed, KEY.level, index);
  const isWeak = behaviour.faults.includes("weak_charger");
  const charging = isWeak || draw < 0.3;
  const level = isWeak ? 30 + 45 * draw : charging ? 30 + 200 * draw : 100;
  // The fuller, the longer ago.
  return { sn: serialNumber(seed, index), level, charging, put: -level };
}

function serialNumber(seed: number, index: number): string {
  const lot = 19 + Math.floor(randomUnit(seed, KEY.sn, 1) * 6);
  const number = Math.floor(randomUnit(seed, KEY.sn, 2, index) * 9_000) + 1_000;
  return `A${lot}-${number}`;
}

/** How fast a battery charges, in percent a minute: constant at first, slower towards the end. */
export function chargeRate(level: number): number {
  return 1.6 * Math.min(1, Math.max(0.15, (103 - level) / 18));
}

/** How fast a weak charger charges: with it, no battery gets beyond a level. */
export function weakChargeRate(level: number): number {
  return 0.3 * Math.max(0, Math.min(1, (WEAK_UNTIL - level) / 18));
}

const WEAK_UNTIL = 85;

/** The slot whose battery does not recover on a station with a `battery` fault; none on others. */
export function brokenSlot(station: Pick<FleetStation, "seed" | "station_type" | "behaviour">): number | null {
  if (!station.behaviour.faults.includes("battery")) return null;
  return Math.floor(randomUnit(station.seed, KEY.broken) * slotsOf(station));
}

/** How many batteries are charging. */
export function chargingCount(charger: Charger): number {
  return charger.slots.filter((slot) => slot?.charging).length;
}

type ChargerState = { station: FleetStation; charger: Charger; insideC: number; now: number };

/** The `charger_info` of a snapshot. */
export function chargerInfo(state: ChargerState): { batteries: ChargerBattery[] } {
  return { batteries: state.charger.slots.map((slot, index) => chargerBattery(state, slot, index)) };
}

function chargerBattery({ station, insideC, now }: ChargerState, slot: Slot | null, index: number): ChargerBattery {
  if (!slot) return { slot: index + 1, status: "DISCONNECTED" };
  const status = statusOf(slot, { broken: brokenSlot(station) === index, now });
  const isReadable = status !== "ABNORMAL_UNRECOVERABLE";
  const minute = Math.floor(now / 60_000);
  const aboveInsideC = (slot.charging ? 9 : 2) + between(0, 1.5, station.seed + index * KEY.temperature + minute);
  return {
    slot: index + 1,
    status,
    charger_level: Math.floor(slot.level),
    current: currentMa(slot, status, randomUnit(station.seed, KEY.current, index, minute)),
    voltage: isReadable ? voltageMv(slot) : 11_030,
    sn: slot.sn,
    temperature: Math.round((insideC + aboveInsideC) * 10),
  };
}

function statusOf(slot: Slot, { broken, now }: { broken: boolean; now: number }): BatteryStatus {
  if (broken) return "ABNORMAL_UNRECOVERABLE";
  // A battery that comes from the drone is too warm to charge at once.
  if (slot.charging && now - slot.put < COOLDOWN_MS) return "ABNORMAL_RECOVERABLE";
  if (slot.charging) return "CHARGING";
  return slot.level >= 95 ? "COMPLETE" : "CONNECTED";
}

function currentMa(slot: Slot, status: BatteryStatus, noise: number): number {
  if (status === "ABNORMAL_RECOVERABLE") return 120;
  return status === "CHARGING" ? Math.round(1_400 * chargeRate(slot.level) + 60 * noise) : 0;
}

// Four cells in series: steep at both ends, flat between.
function voltageMv({ level, charging }: Slot): number {
  const share = level / 100;
  const resting = 14_100 + 1_900 * share ** 0.6 + 700 * share ** 6;
  return Math.round(resting + (charging ? 90 : 0));
}

/** The `battery_info` of a snapshot. */
export function batteryInfo(info: { batteries: ChargerBattery[] }): Snapshot["battery_info"] {
  return {
    batteries: info.batteries.map(({ slot, status, current }) => {
      const isOn = status === "CHARGING";
      return { name: `Batt ${slot}`, on_off: isOn, ...(isOn ? { current: current ?? null } : {}) };
    }),
  };
}
