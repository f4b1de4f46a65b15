import { applyRules, type AppliedRules, type ReadinessRules } from "@groundcrew/shared/readiness";
import { builtInStationTypes } from "@groundcrew/shared/station-types";
import type { StationType } from "@groundcrew/shared/telemetry";

/** The stations that rules are for: all of a type, those of an organization, or one. */
export type RulesSubject = { station_type: StationType; org_id: number | null; station: string | null };

/** Rules as they are stored, with a number that changes with each save. */
export type StoredRules = RulesSubject & { rules: ReadinessRules; rev: number };

export type RuledStation = { name: string; station_type: StationType; org_id: number };

/** The rules of every station, from the changes that are stored. Stations with the same changes have the same object. */
export class RuleBook {
  readonly #stored: ReadonlyMap<string, StoredRules>;
  readonly #applied = new Map<string, AppliedRules>();

  constructor(stored: readonly StoredRules[]) {
    this.#stored = new Map(stored.map((rules) => [keyOf(rules), rules]));
  }

  /** True if both have the same rules. */
  isSame(other: RuleBook): boolean {
    if (this.#stored.size !== other.#stored.size) return false;
    return [...this.#stored].every(([key, { rev }]) => other.#stored.get(key)?.rev === rev);
  }

  of({ name, station_type, org_id }: RuledStation): AppliedRules {
    const changes = [
      this.#find({ station_type, org_id: null, station: null }),
      this.#find({ station_type, org_id, station: null }),
      this.#find({ station_type, org_id: null, station: name }),
    ].filter((found) => found !== undefined);
    const key = [station_type, ...changes.map(keyOf)].join("|");
    const known = this.#applied.get(key);
    if (known) return known;
    const { battery_slots: slots } = builtInStationTypes[station_type];
    const applied = applyRules(
      { stationType: station_type, slots },
      changes.map(({ rules }) => rules),
    );
    this.#applied.set(key, applied);
    return applied;
  }

  #find(subject: RulesSubject): StoredRules | undefined {
    return this.#stored.get(keyOf(subject));
  }
}

function keyOf({ station_type, org_id, station }: RulesSubject): string {
  return `${station_type} ${org_id ?? ""} ${station ?? ""}`;
}

/** True for stations that rules are for. */
export function isSubject({ station_type, org_id, station }: RulesSubject, of: RuledStation): boolean {
  if (of.station_type !== station_type) return false;
  return station === null ? org_id === null || org_id === of.org_id : station === of.name;
}
