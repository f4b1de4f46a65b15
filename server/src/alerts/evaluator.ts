import { conditionInput, type Condition, type ScopedStation } from "@groundcrew/shared/alerts";
import { assess, knownAfter, type Known, type StationRule } from "./assess.ts";
import { NOT_WATCHED, over, stationSubject, subjectOf, type Finding } from "./finding.ts";
import type { WatchedStations } from "./watched-stations.ts";

/** A rule about stations, with the test whether it watches one. */
export type CompiledRule = StationRule & { watches: (station: ScopedStation) => boolean };

/** The rules that watch a station, by kind, with what decided about each kind when they were last asked. */
type StationRules = {
  scoped: ScopedStation;
  ids: ReadonlySet<number>;
  kinds: KindRules[];
};
type KindRules = { kind: Condition["kind"]; rules: readonly CompiledRule[]; input: unknown };

/** No input is this, so that all rules are asked. */
const NEVER_ASKED = Symbol("never asked");

/**
 * Asks the rules that concern a station when it has changed, and when time may have changed the answer. It knows in memory what is stored, so
 * that only what is new leads to a finding. A finding counts as stored once it is given to `commit`.
 */
export class Evaluator {
  readonly #watched: WatchedStations;
  #rules: readonly CompiledRule[] = [];
  readonly #known = new Map<string, Map<number, Known>>();
  #marked = new Set<string>();
  /** When a station has to be asked about again although it reports nothing (ms). */
  readonly #checks = new Map<string, number>();
  /** Stations whose time has come. */
  readonly #due = new Set<string>();
  /** Valid while the facts of the station are the same object. */
  readonly #rulesOf = new Map<string, StationRules>();

  constructor(watched: WatchedStations) {
    this.#watched = watched;
  }

  /** Replaces the rules and what is known of each subject, and marks all stations. */
  restart(rules: readonly CompiledRule[], known: ReadonlyMap<string, ReadonlyMap<number, Known>>): void {
    this.#rules = rules;
    this.#rulesOf.clear();
    this.#checks.clear();
    this.#due.clear();
    this.#known.clear();
    for (const [subject, byRule] of known) this.#known.set(subject, new Map(byRule));
    for (const name of this.#watched.names()) this.#marked.add(name);
  }

  /** Marks a station that has changed. */
  mark(name: string): void {
    this.#marked.add(name);
  }

  /** Takes marked stations, and those whose time has come (ms); at most `limit`. They are marked no more. */
  take(now: number, limit: number): string[] {
    for (const [name, at] of this.#checks) {
      if (at > now) continue;
      this.#checks.delete(name);
      this.#due.add(name);
      this.#marked.add(name);
    }
    if (this.#marked.size <= limit) {
      const all = [...this.#marked];
      this.#marked = new Set();
      return all;
    }
    const some = [...this.#marked].slice(0, limit);
    for (const name of some) this.#marked.delete(name);
    return some;
  }

  /** What the rules find at a station at a time (ms). Where they have found nothing, only kinds whose input differs are asked. */
  evaluate(name: string, now: number): Finding[] {
    const subject = stationSubject(name);
    const known = this.#known.get(subject);
    const isDue = this.#due.delete(name);
    const station = this.#watched.find(name);
    if (!station) return this.#unwatched(subject, new Set(), known);
    const { kinds, ids } = this.#rulesFor(name, station.scoped);
    const findings: Finding[] = [];
    let next = this.#checks.get(name) ?? Infinity;
    for (const group of kinds) {
      const input = conditionInput(group.kind, station.facts);
      if (input === group.input && known === undefined && !isDue) continue;
      group.input = input;
      for (const rule of group.rules) {
        const { finding, again } = assess(rule, station, { known: known?.get(rule.id), now });
        if (finding) findings.push(finding);
        if (again !== null) next = Math.min(again, next);
      }
    }
    if (next === Infinity) this.#checks.delete(name);
    else this.#checks.set(name, next);
    return [...findings, ...this.#unwatched(subject, ids, known)];
  }

  /** The rules whose alert at a subject stands. */
  firing(subject: string): number[] {
    const known = this.#known.get(subject);
    return known ? [...known].flatMap(([rule, { firing }]) => (firing ? rule : [])) : [];
  }

  /** Notes that findings are stored. */
  commit(findings: readonly Finding[], now: number): void {
    for (const finding of findings) this.#note(finding, now);
  }

  #note(finding: Finding, now: number): void {
    const subject = subjectOf(finding);
    const byRule = this.#known.get(subject) ?? new Map<number, Known>();
    const after = knownAfter(finding, now);
    if (after) byRule.set(finding.rule, after);
    else byRule.delete(finding.rule);
    if (byRule.size > 0) this.#known.set(subject, byRule);
    else this.#known.delete(subject);
  }

  #rulesFor(name: string, scoped: ScopedStation): StationRules {
    const found = this.#rulesOf.get(name);
    if (found?.scoped === scoped) return found;
    const rules = this.#rules.filter(({ watches }) => watches(scoped));
    const kinds = [...Map.groupBy(rules, ({ condition }) => condition.kind)].map(([kind, of]): KindRules => ({
      kind,
      rules: of,
      input: NEVER_ASKED,
    }));
    const grouped = { scoped, ids: new Set(rules.map(({ id }) => id)), kinds };
    this.#rulesOf.set(name, grouped);
    return grouped;
  }

  /** What rules have found at a station that they no longer watch. */
  #unwatched(subject: string, watching: ReadonlySet<number>, known: ReadonlyMap<number, Known> | undefined): Finding[] {
    if (known === undefined) return [];
    return this.#rules.flatMap(({ id, condition: { kind } }) =>
      known.has(id) && !watching.has(id) ? [over({ rule: id, kind, subject }, NOT_WATCHED)] : [],
    );
  }
}
