import type { BatteryStatus, ChargerBattery, Snapshot } from "../snapshot.ts";

/** The label of each charger slot state (specification, section 4, "Battery states"). */
export const batteryStatusLabels: Record<BatteryStatus, string> = {
  CONNECTED: "Connected",
  CHARGING: "Charging",
  COMPLETE: "Complete",
  ABNORMAL_COMMS: "Abnormal Batt. Comms",
  ABNORMAL_RECOVERABLE: "Getting Ready to Charge...",
  ABNORMAL_UNRECOVERABLE: "Battery Error",
  DISCONNECTED: "Empty",
};

/** A slot of the charger, counted from 1, and the battery in it; null when empty. */
export type ChargerSlot = { slot: number; battery: ChargerBattery | null };

/** How bad a state is: the worst first. */
const SEVERITY = [
  "ABNORMAL_UNRECOVERABLE",
  "ABNORMAL_COMMS",
  "ABNORMAL_RECOVERABLE",
  "CONNECTED",
  "CHARGING",
  "COMPLETE",
  "DISCONNECTED",
] as const satisfies readonly BatteryStatus[];

/**
 * The slots of a charger in order: those of the station type, and any others that the station reports. Unreported and disconnected slots
 * are empty. Of several batteries that are reported for one slot, it has the one in the worst state, and of those the last.
 */
export function chargerSlots(batteries: readonly ChargerBattery[], typeSlots: number): ChargerSlot[] {
  // As stations report them.
  if (typeSlots <= batteries.length && batteries.every(({ slot }, index) => slot === index + 1)) {
    return batteries.map((battery) => slotOf(battery.slot, battery));
  }
  const worstLast = batteries.toSorted((a, b) => SEVERITY.indexOf(b.status) - SEVERITY.indexOf(a.status));
  const bySlot = new Map(worstLast.map((battery) => [battery.slot, battery]));
  const expected = Array.from({ length: typeSlots }, (_, index) => index + 1);
  const slots = [...new Set([...expected, ...bySlot.keys()])].sort((a, b) => a - b);
  return slots.map((slot) => slotOf(slot, bySlot.get(slot)));
}

function slotOf(slot: number, battery: ChargerBattery | undefined): ChargerSlot {
  return { slot, battery: battery && battery.status !== "DISCONNECTED" ? battery : null };
}

/** Contradictions in the slots of a charger, as sentences: slots reported twice, and slots below 1. */
export function slotFaults(batteries: readonly ChargerBattery[]): string[] {
  const counts = Map.groupBy(batteries, ({ slot }) => slot);
  const repeated = [...counts].filter(([, { length }]) => length > 1).map(([slot]) => slot);
  const below = [...counts.keys()].filter((slot) => slot < 1);
  return [
    ...(repeated.length > 0 ? [`${slotNames(repeated)} reported more than once. The worst state is shown.`] : []),
    ...(below.length > 0 ? [`${slotNames(below)} reported, but slots are counted from 1.`] : []),
  ];
}

function slotNames(slots: readonly number[]): string {
  const names = slots.toSorted((a, b) => a - b).join(", ");
  return slots.length === 1 ? `Slot ${names} is` : `Slots ${names} are`;
}

/** A battery is low below the first charge in percent, and high from the second one on (section 9). */
const CHARGE_LEVELS = { low: 33, high: 70 } as const;

/** The value of a battery's charge meter, from 0 to 100, and its level; null when unknown. */
export function chargeMeter(percent: number | null | undefined) {
  if (percent === null || percent === undefined) return null;
  const value = Math.min(100, Math.max(0, percent));
  if (value < CHARGE_LEVELS.low) return { value, level: "low" } as const;
  return { value, level: value < CHARGE_LEVELS.high ? "medium" : "high" } as const;
}

/** A voltage in V with two decimals, from mV. */
export function voltageText(voltageMv: number): string {
  return `${(voltageMv / 1_000).toFixed(2)} V`;
}

/** A temperature such as `31.2°C`, from tenths of a degree Celsius. */
export function batteryTemperatureText(tenthsC: number): string {
  return `${(tenthsC / 10).toFixed(1)}°C`;
}

/** The facts about the batteries in a charger that alert rules need: slots with a battery that failed, and the hottest battery (°C). */
export type BatteryFacts = { failed: number[]; hottest: { slot: number; celsius: number } | null };

/** The facts as they are stored, as JSON. */
export function storedBatteries(text: string | null): BatteryFacts | null {
  return text === null ? null : JSON.parse(text);
}

/** The facts about the batteries of a snapshot; null when there is no battery in the charger. */
export function batteryFacts({ charger_info: charger }: Pick<Snapshot, "charger_info">): BatteryFacts | null {
  const batteries = charger?.batteries.filter(({ status }) => status !== "DISCONNECTED") ?? [];
  if (batteries.length === 0) return null;
  const failed = new Set(batteries.filter(({ status }) => status === "ABNORMAL_UNRECOVERABLE").map(({ slot }) => slot));
  let hottest: BatteryFacts["hottest"] = null;
  for (const { slot, temperature } of batteries) {
    if (temperature === null || temperature === undefined) continue;
    const celsius = temperature / 10;
    if (hottest === null || celsius > hottest.celsius) hottest = { slot, celsius };
  }
  return { failed: [...failed].sort((a, b) => a - b), hottest };
}
