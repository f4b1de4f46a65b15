import {
  conditionInput,
  isWithin,
  readingLimits,
  type Condition,
  type ReadingLimits,
  type ScopedStation,
} from "@groundcrew/shared/alerts";
import { assess, knownAfter, type Known, type StationRule } from "./assess.ts";
import { NOT_WATCHED, over, subjectOf, type Finding } from "./finding.ts";
import type { SteadyFacts, WatchedStation } from "./watched-station.ts";

/** A rule about stations, with the test whether it watches one. */
export type CompiledRule = StationRule & { watches: (station: ScopedStation) => boolean };

/** Rules that watch the same stations, by kind. While the readings of a station are within the limits, none about readings holds. */
type RuleSet = {
  ids: ReadonlySet<number>;
  kinds: readonly { kind: Condition["kind"]; rules: readonly CompiledRule[] }[];
  limits: ReadingLimits;
};

/** The rules that watch a station, and what decided when they were last asked: its steady facts, and the input of each kind. */
type Asked = { scoped: ScopedStation; set: RuleSet; steady: SteadyFacts | null; inputs: unknown[] };

/** No input is this, so that all rules are asked. */
const NEVER_ASKED = Symbol("never asked");

const NOTHING: readonly never[] = [];

/**
 * Asks the rules that concern a station when it has changed, and when time may have changed the answer. It knows in memory what is stored, so
 * that only what is new leads to a finding. A finding counts as stored once it is given to `commit`.
 */
export class Evaluator {
  readonly #known = new Map<string, Map<number, Known>>();
  readonly #marked = new Set<string>();
  /** When a station has to be asked about again although it reports nothing (ms). */
  readonly #checks = new Map<string, number>();
  /** Stations whose time has come. */
  readonly #due = new Set<string>();
  readonly #asked = new Map<string, Asked>();
  #rules: readonly CompiledRule[] = [];
  readonly #sets = new Map<string, RuleSet>();

  /** Replaces the rules and what is known of each subject, and marks all stations. */
  restart(
    stations: readonly string[],
    rules: readonly CompiledRule[],
    known: ReadonlyMap<string, ReadonlyMap<number, Known>>,
  ): void {
    this.#rules = rules;
    this.#sets.clear();
    this.#asked.clear();
    this.#checks.clear();
    this.#due.clear();
    this.#known.clear();
    for (const [subject, byRule] of known) this.#known.set(subject, new Map(byRule));
    for (const name of stations) this.#marked.add(name);
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
    const taken: string[] = [];
    for (const name of this.#marked) {
      if (taken.length === limit) break;
      taken.push(name);
    }
    if (taken.length === this.#marked.size) this.#marked.clear();
    else for (const name of taken) this.#marked.delete(name);
    return taken;
  }

  /**
   * What the rules find at a station at a time (ms). While they have found nothing, only those are asked whose answer may differ from the last
   * one: none if only readings differ and are within all limits, else those of kinds whose input differs.
   */
  evaluate(station: WatchedStation, now: number): readonly Finding[] {
    const { name, subject, steady } = station;
    const known = this.#known.get(subject);
    const isDue = this.#due.delete(name);
    const asked = this.#askedOf(station);
    const { set, inputs } = asked;
    const mayHaveChanged = known !== undefined || isDue;
    if (!mayHaveChanged && asked.steady === steady && isWithin(set.limits, station)) return NOTHING;
    asked.steady = steady;
    const { facts } = station;
    const findings: Finding[] = [];
    let next = this.#checks.get(name) ?? Infinity;
    for (const [nth, { kind, rules }] of set.kinds.entries()) {
      const input = conditionInput(kind, facts);
      if (input === inputs[nth] && !mayHaveChanged) continue;
      inputs[nth] = input;
      for (const rule of rules) {
        const { finding, again } = assess(rule, station, { known: known?.get(rule.id), now });
        if (finding) findings.push(finding);
        if (again !== null) next = Math.min(again, next);
      }
    }
    if (next === Infinity) this.#checks.delete(name);
    else this.#checks.set(name, next);
    return [...findings, ...this.#unwatched(subject, set.ids, known)];
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

  #askedOf({ name, scoped }: WatchedStation): Asked {
    const found = this.#asked.get(name);
    if (found?.scoped === scoped) return found;
    const set = this.#setOf(this.#rules.filter(({ watches }) => watches(scoped)));
    const asked: Asked = { scoped, set, steady: null, inputs: set.kinds.map(() => NEVER_ASKED) };
    this.#asked.set(name, asked);
    return asked;
  }

  /** Most stations are watched by the same rules, so a set is kept once for all of them. */
  #setOf(rules: readonly CompiledRule[]): RuleSet {
    const ids = rules.map(({ id }) => id);
    const key = ids.join();
    const found = this.#sets.get(key);
    if (found) return found;
    const kinds = [...Map.groupBy(rules, ({ condition }) => condition.kind)].map(([kind, of]) => ({ kind, rules: of }));
    const set = { ids: new Set(ids), kinds, limits: readingLimits(rules.map(({ condition }) => condition)) };
    this.#sets.set(key, set);
    return set;
  }

  /** What rules have found at a station that they no longer watch. */
  #unwatched(subject: string, watching: ReadonlySet<number>, known: ReadonlyMap<number, Known> | undefined): Finding[] {
    if (known === undefined) return [];
    return this.#rules.flatMap(({ id, condition: { kind } }) =>
      known.has(id) && !watching.has(id) ? [over({ rule: id, kind, subject }, NOT_WATCHED)] : [],
    );
  }
}
