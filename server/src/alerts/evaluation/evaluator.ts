import {
  conditionInput,
  isWithin,
  readingLimits,
  type Condition,
  type ReadingLimits,
  type ScopedStation,
} from "@groundcrew/shared/alerts";
import { evaluateRule, stateAfter, type RuleState, type StationRule } from "./evaluate-rule.ts";
import { NOT_WATCHED, resolved, subjectOf, type Finding } from "../life/finding.ts";
import type { SteadyFacts, WatchedStation } from "./watched-station.ts";

/** A rule about stations. `watches` is true for the stations in its scope. */
export type CompiledRule = StationRule & { watches: (station: ScopedStation) => boolean };

/** Rules that watch the same stations, by kind. While the readings of a station are within `limits`, no condition about readings holds. */
type RuleSet = {
  ids: ReadonlySet<number>;
  kinds: readonly { kind: Condition["kind"]; rules: readonly CompiledRule[] }[];
  limits: ReadingLimits;
};

/** The rules that watch a station, and their input at the last evaluation: its steady facts, and the input of each kind. */
type LastEvaluation = { scoped: ScopedStation; set: RuleSet; steady: SteadyFacts | null; inputs: unknown[] };

/** Differs from every input, so that all rules are evaluated. */
const NEVER_EVALUATED = Symbol("never evaluated");

const NOTHING: readonly never[] = [];
const NO_STATES: ReadonlyMap<number, RuleState> = new Map();

/**
 * Evaluates the rules that watch a station when it has changed, and when time may have changed the result. It keeps the stored states of rules
 * in memory, so that only changes become findings. A finding counts as stored once it is passed to `commit`.
 */
export class Evaluator {
  readonly #known = new Map<string, Map<number, RuleState>>();
  readonly #marked = new Set<string>();
  /** When a station has to be evaluated again even if it reports nothing (ms). */
  readonly #checks = new Map<string, number>();
  /** Stations that are due for evaluation because of the time. */
  readonly #due = new Set<string>();
  readonly #lastEvaluations = new Map<string, LastEvaluation>();
  #rules: readonly CompiledRule[] = [];
  readonly #sets = new Map<string, RuleSet>();

  /** Replaces the rules and their states at each subject, and marks all stations. */
  restart(
    stations: readonly string[],
    rules: readonly CompiledRule[],
    known: ReadonlyMap<string, ReadonlyMap<number, RuleState>>,
  ): void {
    this.#rules = rules;
    this.#sets.clear();
    this.#lastEvaluations.clear();
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

  /** Takes marked stations, and those that are due at `now` (ms); at most `limit`. Removes their marks. */
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
   * Evaluates the rules at a station at a time (ms). While none is pending or firing, only those are evaluated whose result may differ from the
   * last one: none if only readings differ and are within all limits, otherwise the kinds whose input differs.
   */
  evaluate(station: WatchedStation, now: number): readonly Finding[] {
    const { name, subject, steady } = station;
    const known = this.#known.get(subject);
    const isDue = this.#due.delete(name);
    const last = this.#lastEvaluationOf(station);
    const { set, inputs } = last;
    const mayHaveChanged = known !== undefined || isDue;
    if (!mayHaveChanged && last.steady === steady && isWithin(set.limits, station)) return NOTHING;
    last.steady = steady;
    const { facts } = station;
    const findings: Finding[] = [];
    let next = this.#checks.get(name) ?? Infinity;
    for (const [nth, { kind, rules }] of set.kinds.entries()) {
      const input = conditionInput(kind, facts);
      if (input === inputs[nth] && !mayHaveChanged) continue;
      inputs[nth] = input;
      for (const rule of rules) {
        const { finding, recheckAt } = evaluateRule(rule, station, { known: known?.get(rule.id), now });
        if (finding) findings.push(finding);
        if (recheckAt !== null) next = Math.min(recheckAt, next);
      }
    }
    if (next === Infinity) this.#checks.delete(name);
    else this.#checks.set(name, next);
    return [...findings, ...this.#unwatched(subject, set.ids, known)];
  }

  /** The states of the rules that are pending or firing at a subject. */
  states(subject: string): ReadonlyMap<number, RuleState> {
    return this.#known.get(subject) ?? NO_STATES;
  }

  /** The rules that are firing at a subject. */
  firing(subject: string): number[] {
    const known = this.#known.get(subject);
    return known ? [...known].flatMap(([rule, { firing }]) => (firing ? rule : [])) : [];
  }

  /** Takes over findings that have been stored. */
  commit(findings: readonly Finding[], now: number): void {
    for (const finding of findings) this.#store(finding, now);
  }

  #store(finding: Finding, now: number): void {
    const subject = subjectOf(finding);
    const byRule = this.#known.get(subject) ?? new Map<number, RuleState>();
    const after = stateAfter(finding, now);
    if (after) byRule.set(finding.rule, after);
    else byRule.delete(finding.rule);
    if (byRule.size > 0) this.#known.set(subject, byRule);
    else this.#known.delete(subject);
  }

  #lastEvaluationOf({ name, scoped }: WatchedStation): LastEvaluation {
    const found = this.#lastEvaluations.get(name);
    if (found?.scoped === scoped) return found;
    const set = this.#setOf(this.#rules.filter(({ watches }) => watches(scoped)));
    const last: LastEvaluation = { scoped, set, steady: null, inputs: set.kinds.map(() => NEVER_EVALUATED) };
    this.#lastEvaluations.set(name, last);
    return last;
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

  /** Resolves the rules that are pending or firing at a station which they no longer watch. */
  #unwatched(
    subject: string,
    watching: ReadonlySet<number>,
    known: ReadonlyMap<number, RuleState> | undefined,
  ): Finding[] {
    if (known === undefined) return [];
    return this.#rules.flatMap(({ id, condition: { kind } }) =>
      known.has(id) && !watching.has(id) ? [resolved({ rule: id, kind, subject }, NOT_WATCHED)] : [],
    );
  }
}
