import { brokenSlot, chargeRate, unit, type Charger, type FleetStation, type Slot } from "./model/index.ts";

// The power supply can charge this many at once. The fullest are charged first, so that one battery is ready soon.
const MAX_CHARGING = 4;
const RECHARGE_BELOW = 92;
const SELF_DISCHARGE_PER_MINUTE = 0.01;
const SPENT_KEY = 101;

/** The charger after some minutes without a swap. */
export function charged(station: FleetStation, charger: Charger, minutes: number): Charger {
  const broken = brokenSlot(station);
  const toCharge = slotsToCharge(charger.slots, broken);
  const slots = charger.slots.map((slot, index) => {
    if (!slot || index === broken) return slot && { ...slot, charging: false };
    if (!toCharge.has(index)) {
      return { ...slot, charging: false, level: Math.max(0, slot.level - SELF_DISCHARGE_PER_MINUTE * minutes) };
    }
    const level = Math.min(100, slot.level + chargeRate(slot.level) * minutes);
    return { ...slot, level, charging: level < 100 };
  });
  return { ...charger, slots };
}

function slotsToCharge(slots: Charger["slots"], broken: number | null): Set<number> {
  const candidates = slots.flatMap((slot, index) =>
    slot && index !== broken && needsCharge(slot) ? [{ slot, index }] : [],
  );
  candidates.sort((a, b) => b.slot.level - a.slot.level);
  return new Set(candidates.slice(0, MAX_CHARGING).map(({ index }) => index));
}

function needsCharge({ charging, level }: Slot): boolean {
  return level < (charging ? 100 : RECHARGE_BELOW);
}

/** The charger after a swap: the spent battery is in the slot that was empty, and the fullest one is in the drone. */
export function exchanged(station: FleetStation, charger: Charger, at: { now: number; swaps: number }): Charger {
  const broken = brokenSlot(station);
  const empty = charger.slots.indexOf(null);
  const fullest = charger.slots.reduce<number | null>((best, slot, index) => {
    if (!slot || index === broken) return best;
    return best === null || slot.level > (charger.slots[best]?.level ?? 0) ? index : best;
  }, null);
  if (fullest === null || empty === -1) return charger;
  const spent = 12 + 24 * unit(station.seed, SPENT_KEY, at.swaps);
  const flown: Slot = { sn: charger.flying, level: spent, charging: false, put: at.now };
  const slots = charger.slots.map((slot, index) => (index === fullest ? null : index === empty ? flown : slot));
  return { slots, flying: charger.slots[fullest]?.sn ?? charger.flying };
}
