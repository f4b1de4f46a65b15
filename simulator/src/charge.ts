import { brokenSlot, chargeRate, unit, type Charger, type FleetStation, type Slot } from "./model/index.ts";

// The power supply feeds so many at once; the fullest come first, so that one battery is ready soon.
const AT_ONCE = 4;
const REFILL_BELOW = 92;
const SELF_DISCHARGE_PER_MINUTE = 0.01;
const SPENT_KEY = 101;

/** The charger after so many minutes in which no battery came or went. */
export function charged(station: FleetStation, charger: Charger, minutes: number): Charger {
  const broken = brokenSlot(station);
  const fed = chooseFed(charger.slots, broken);
  const slots = charger.slots.map((slot, index) => {
    if (!slot || index === broken) return slot && { ...slot, charging: false };
    if (!fed.has(index)) {
      return { ...slot, charging: false, level: Math.max(0, slot.level - SELF_DISCHARGE_PER_MINUTE * minutes) };
    }
    const level = Math.min(100, slot.level + chargeRate(slot.level) * minutes);
    return { ...slot, level, charging: level < 100 };
  });
  return { ...charger, slots };
}

function chooseFed(slots: Charger["slots"], broken: number | null): Set<number> {
  const hungry = slots.flatMap((slot, index) => (slot && index !== broken && isHungry(slot) ? [{ slot, index }] : []));
  hungry.sort((a, b) => b.slot.level - a.slot.level);
  return new Set(hungry.slice(0, AT_ONCE).map(({ index }) => index));
}

function isHungry({ charging, level }: Slot): boolean {
  return level < (charging ? 100 : REFILL_BELOW);
}

/** The charger after a swap: the battery that flew is in the empty slot, the fullest one flies. */
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
