import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { ChargeMinutes, ReadinessReadings } from "@groundcrew/shared/readiness";

/** Bands of 5 % from empty to full. */
const BANDS = 20;
const BAND_PERCENT = 5;
/** The rise of a level is measured over this long. */
const RISE_MS = 10 * MINUTE_MS;
/** Before a type has seen as many charges, they say nothing. */
const LEAST_CHARGES = 20;
/** How many of a type's charges count. */
export const CHARGES_KEPT = 500;

/** A charge that has ended: the minutes for each band that was seen from its beginning to its end. */
export type Charge = (number | null)[];

/** A battery that is being charged. `since` is when it entered its band, null if that was not seen. */
type Charging = { band: number; since: number | null; minutes: Charge; earlier: Level; later: Level };
type Level = { at: number; level: number };

/** Watches the batteries in the charger of one station. */
export class ChargerWatch {
  readonly #slots = new Map<number, Charging>();
  /** How much the level of each battery rises in ten minutes (percent), once that is known. */
  readonly rises = new Map<number, number>();

  /** Notes the levels of a snapshot at a time (ms). Returns the charges that have ended. */
  note(charger: ReadinessReadings["charger"], at: number): Charge[] {
    const ended: Charge[] = [];
    for (const { slot, status, level } of charger ?? []) {
      const before = this.#slots.get(slot);
      if (status === "CHARGING" && level !== null) {
        this.#charge(slot, before, { at, level });
        continue;
      }
      if (!before) continue;
      this.#slots.delete(slot);
      this.rises.delete(slot);
      if (status === "COMPLETE") reach(before, BANDS, at);
      if (before.minutes.some((minutes) => minutes !== null)) ended.push(before.minutes);
    }
    return ended;
  }

  #charge(slot: number, before: Charging | undefined, now: Level): void {
    const band = Math.min(BANDS - 1, Math.max(0, Math.floor(now.level / BAND_PERCENT)));
    // Another battery, or one that discharges.
    if (!before || band < before.band) {
      this.rises.delete(slot);
      const minutes = Array.from({ length: BANDS }, () => null);
      this.#slots.set(slot, { band, since: null, minutes, earlier: now, later: now });
      return;
    }
    reach(before, band, now.at);
    if (now.at - before.later.at >= RISE_MS) Object.assign(before, { earlier: before.later, later: now });
    const passed = now.at - before.earlier.at;
    if (passed >= RISE_MS) this.rises.set(slot, ((now.level - before.earlier.level) * RISE_MS) / passed);
  }
}

/** Notes that a battery is in a band: the time since it entered the one before is spread over those in between. */
function reach(charging: Charging, band: number, at: number): void {
  const bands = band - charging.band;
  if (bands === 0) return;
  if (charging.since !== null) {
    const minutes = (at - charging.since) / MINUTE_MS / bands;
    for (let nth = charging.band; nth < band; nth++) charging.minutes[nth] = minutes;
  }
  charging.band = band;
  charging.since = at;
}

/** The last charges of one station type, and their medians. */
export class TypeCharges {
  readonly #charges: Charge[];
  #medians: ChargeMinutes | null;

  /** Oldest first. */
  constructor(charges: readonly Charge[]) {
    this.#charges = [...charges];
    this.#medians = mediansOf(this.#charges);
  }

  get medians(): ChargeMinutes | null {
    return this.#medians;
  }

  add(charges: readonly Charge[]): void {
    this.#charges.push(...charges);
    this.#charges.splice(0, this.#charges.length - CHARGES_KEPT);
    this.#medians = mediansOf(this.#charges);
  }
}

/** The medians of charges; null while there are too few. */
export function mediansOf(charges: readonly Charge[]): ChargeMinutes | null {
  if (charges.length < LEAST_CHARGES) return null;
  return Array.from({ length: BANDS }, (_, band) => {
    const minutes = charges.flatMap((charge) => charge[band] ?? []).sort((one, other) => one - other);
    const middle = minutes.length >> 1;
    const [low = null, high = null] = [minutes[middle - 1], minutes[middle]];
    return minutes.length % 2 === 0 && low !== null && high !== null ? (low + high) / 2 : high;
  });
}
