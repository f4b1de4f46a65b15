import { MINUTE_MS, type Timestamp } from "../lib/index.ts";
import type { ChargeMinutes, ChargerReading, ReadinessFacts } from "./facts.ts";

/** How many slots a charger has, and in how many of them is a charged battery, any battery, and one with an error. */
export type ChargerCounts = { slots: number; charged: number; occupied: number; failed: number };

/** When the next battery will be charged, if one is being charged. */
export type NextCharge = ExpectedCharge | "no_estimate" | "none_charging";

/** A battery that is expected to be charged at a time (ms, and as text), since its level was `level`. */
type ExpectedCharge = { slot: number; level: number; at: number; time: string };

/** Expected times are whole multiples of this. */
const STEP_MS = 5 * MINUTE_MS;
/** From this long after its expected time on, a battery is later than expected. */
const LATE_MS = 10 * MINUTE_MS;
/** Beyond it, times are not worth reading. */
const FAR_MINUTES = 120;
const BAND_PERCENT = 5;

/**
 * Counts what is in a charger: as many slots as the station type has, and any others that are reported. A battery is charged when it is COMPLETE,
 * or rests with at least `chargedFrom` percent: one that rests discharges a little.
 */
export function countCharger(
  charger: readonly ChargerReading[],
  { slots: typeSlots, chargedFrom }: { slots: number; chargedFrom: number },
): ChargerCounts {
  const counts: ChargerCounts = { slots: typeSlots, charged: 0, occupied: 0, failed: 0 };
  for (const { slot, status, level } of charger) {
    if (slot < 1 || slot > typeSlots) counts.slots += 1;
    if (status === "DISCONNECTED") continue;
    counts.occupied += 1;
    if (status === "COMPLETE" || (status === "CONNECTED" && level !== null && level >= chargedFrom))
      counts.charged += 1;
    if (status === "ABNORMAL_UNRECOVERABLE" || status === "ABNORMAL_COMMS") counts.failed += 1;
  }
  return counts;
}

/**
 * When the next of the charging batteries will be charged. What was expected `before` stays until it differs by a step, so that it does not change
 * with each snapshot, and does not move away while the level of its battery stays the same: that battery is late.
 */
export function nextCharge(
  charger: readonly ChargerReading[],
  facts: Pick<ReadinessFacts, "charge_minutes" | "rises" | "last_telemetry">,
  before: NextCharge | null,
): NextCharge {
  let earliest = Infinity;
  let slotOfNext = 0;
  let levelOfNext = 0;
  let isCharging = false;
  let isStillCharging = false;
  let hasRisen = false;
  const expected = typeof before === "object" ? before : null;
  for (const { slot, status, level } of charger) {
    if (status !== "CHARGING") continue;
    isCharging = true;
    if (slot === expected?.slot) isStillCharging = true;
    const minutes = minutesToCharge(slot, level, facts);
    if (minutes === null || level === null) continue;
    if (slot === expected?.slot) hasRisen = level > expected.level;
    if (minutes >= earliest) continue;
    earliest = minutes;
    slotOfNext = slot;
    levelOfNext = level;
  }
  if (earliest === Infinity) return isCharging ? "no_estimate" : "none_charging";
  const at = (facts.last_telemetry ?? 0) + earliest * MINUTE_MS;
  if (expected !== null && isStillCharging && at >= expected.at - STEP_MS) {
    if (!hasRisen || at < expected.at + STEP_MS) return expected;
  }
  const step = Math.round(at / STEP_MS) * STEP_MS;
  return { slot: slotOfNext, level: levelOfNext, at: step, time: new Date(step).toISOString() };
}

/** How long a battery charges until it is full; null if that is not known. */
function minutesToCharge(
  slot: number,
  level: number | null,
  { charge_minutes, rises }: Pick<ReadinessFacts, "charge_minutes" | "rises">,
): number | null {
  if (level === null) return null;
  const usual = charge_minutes === null ? null : usualMinutes(Math.max(0, level), charge_minutes);
  if (usual !== null) return usual;
  const rise = rises.get(slot) ?? 0;
  return rise > 0 ? (Math.max(0, 100 - level) / rise) * 10 : null;
}

function usualMinutes(level: number, medians: ChargeMinutes): number | null {
  let minutes = 0;
  for (let from = Math.floor(level / BAND_PERCENT) * BAND_PERCENT; from < 100; from += BAND_PERCENT) {
    const median = medians[from / BAND_PERCENT] ?? null;
    if (median === null) return null;
    minutes += (median * (from + BAND_PERCENT - Math.max(from, level))) / BAND_PERCENT;
  }
  return minutes;
}

/** When the next battery will be charged, after the number of charged ones: "next in about 15 min". `about` is left out where space is scarce. */
export function nextChargeText(next: string, now: number, about: "about " | ""): string {
  if (next === "none_charging") return "none charging";
  if (next === "no_estimate") return "charging, no estimate";
  const ms = Date.parse(next) - now;
  if (ms <= -LATE_MS) return "next later than expected";
  const minutes = ms / MINUTE_MS;
  if (minutes > FAR_MINUTES) return "next in over 2 h";
  const shown = minutes < 10 ? Math.max(1, Math.ceil(minutes)) : Math.round(minutes / 5) * 5;
  return `next in ${about}${shown} min`;
}

/** When the charging batteries will be charged by the last charges of their station type, soonest first. */
export function expectedCharges(
  charger: readonly ChargerReading[],
  { charge_minutes, last_telemetry }: Pick<ReadinessFacts, "charge_minutes" | "last_telemetry">,
): { slot: number; at: Timestamp }[] {
  if (charge_minutes === null || last_telemetry === null) return [];
  const expected = charger.flatMap(({ slot, status, level }) => {
    const minutes = status === "CHARGING" && level !== null ? usualMinutes(Math.max(0, level), charge_minutes) : null;
    return minutes === null ? [] : { slot, ms: last_telemetry + minutes * MINUTE_MS };
  });
  const sorted = expected.sort((one, other) => one.ms - other.ms || one.slot - other.slot);
  return sorted.map(({ slot, ms }) => ({ slot, at: new Date(ms).toISOString() }));
}
