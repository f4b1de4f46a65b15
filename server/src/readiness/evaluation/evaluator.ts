import { LINK_SILENCE_MS } from "@groundcrew/shared/link";
import {
  blockingRules,
  isHistoryChange,
  readinessChange,
  SILENT_MS,
  stationReadiness,
  type AppliedRules,
  type ReadinessChange,
  type StationReadiness,
} from "@groundcrew/shared/readiness";
import type { BoardEntry, ReadinessOwner } from "../../stations/index.ts";
import { ChargerWatch, TypeCharges, type Charge } from "./charges.ts";
import type { StoredFacts } from "./fact-queries.ts";
import { failedSince, factsOf, type Failed } from "./facts.ts";
import { RuleBook } from "../rules/rule-book.ts";
import type { LastEvaluated } from "./store-queries.ts";
import type { Unstored } from "./unstored.ts";

/** A station that is evaluated. `recorded` is the last change for history, null before the first and once it is retired. */
type Known = {
  stored: StoredFacts;
  failed: Failed | null;
  rules: RuleBook;
  charger: ChargerWatch;
  notedTelemetry: string | null;
  swaps: number;
  recorded: ReadinessChange | null;
};

type EvaluatorOptions = {
  now: () => number;
  unstored: Unstored;
  /** Called when stored facts of a station have to be read. */
  onFacts: () => void;
  /** Called when something has to be stored. */
  onUnstored: () => void;
  /** Sets when a station is due (ms), null for never. */
  setDue: (name: string, at: number | null) => void;
};

/**
 * Evaluates the readiness of stations of which the stored facts have been read. What it concludes is put on the board by its caller, and stored from
 * `unstored`.
 */
export class ReadinessEvaluator implements ReadinessOwner {
  readonly #options: EvaluatorOptions;
  readonly #startedAt: number;
  readonly #known = new Map<string, Known>();
  readonly #changedFacts = new Set<string>();
  #rules = new RuleBook([]);
  #hasNewRules = false;
  #charges: ReadonlyMap<string, TypeCharges> = new Map();
  #ended = new Map<string, Charge[]>();

  constructor(options: EvaluatorOptions) {
    this.#options = options;
    this.#startedAt = options.now();
  }

  owns(name: string): boolean {
    return this.#known.has(name);
  }

  factsRead(name: string): void {
    this.#changedFacts.add(name);
    this.#options.onFacts();
  }

  /** Takes the names of some stations whose stored facts have to be read. */
  takeChanged(limit: number): string[] {
    const names = [...this.#changedFacts].slice(0, limit);
    for (const name of names) this.#changedFacts.delete(name);
    return names;
  }

  /** Sets the stored facts of a station. Before the first time, `last` is what was evaluated about it. */
  setFacts(name: string, stored: StoredFacts, last?: LastEvaluated): void {
    const known = this.#known.get(name);
    if (known) known.stored = stored;
    else {
      this.#known.set(name, {
        stored,
        failed: null,
        rules: this.#rules,
        charger: new ChargerWatch(),
        notedTelemetry: null,
        swaps: Infinity,
        recorded: last ? changeOf(name, last, this.#startedAt) : null,
      });
    }
  }

  setCharges(charges: ReadonlyMap<string, TypeCharges>): void {
    this.#charges = charges;
  }

  /** Sets the rules for stations that are not known yet, and for others once they are evaluated by them. */
  setRules(rules: RuleBook): void {
    this.#rules = rules;
  }

  /** Has a station evaluated by the rules that were set last. `evaluate` puts it on the board again. */
  evaluateByNewRules(name: string, evaluate: () => void): void {
    const known = this.#known.get(name);
    if (!known || known.rules === this.#rules) return;
    known.rules = this.#rules;
    this.#hasNewRules = true;
    try {
      evaluate();
    } finally {
      this.#hasNewRules = false;
    }
  }

  /** Counts the charges that have ended in the medians of their types. */
  countCharges(): void {
    for (const [type, charges] of this.#ended) this.#charges.get(type)?.add(charges);
    this.#ended = new Map();
  }

  evaluate(entry: BoardEntry): StationReadiness | null {
    const known = this.#known.get(entry.name);
    if (!known) return entry.readiness;
    const now = this.#options.now();
    if (this.#isAwaited(entry, now)) {
      this.#options.setDue(entry.name, this.#startedAt + LINK_SILENCE_MS);
      return entry.readiness;
    }
    const { facts, readiness: before } = entry;
    const rules = known.rules.of(facts);
    this.#noteCharger(known, entry);
    this.#noteSwaps(known, entry, { now, rules });
    known.failed = failedSince(known.stored, entry, known.failed);
    const charge_minutes = this.#charges.get(facts.station_type)?.medians ?? null;
    const all = factsOf(entry, known.stored, { ...known.failed, rises: known.charger.rises, charge_minutes });
    const after = stationReadiness(all, rules, { now, before, hasNewRules: this.#hasNewRules });
    this.#options.setDue(entry.name, after?.due ?? null);
    this.#note(known, { entry, after, now });
    return after;
  }

  /**
   * True for a station that was connected while no server evaluated it, and has not reported since: it keeps its readiness for as long as a
   * station may be silent.
   */
  #isAwaited({ state, isUp }: BoardEntry, now: number): boolean {
    if (!state.linked || now >= this.#startedAt + LINK_SILENCE_MS) return false;
    if (state.last_active !== null && Date.parse(state.last_active) >= this.#startedAt) return false;
    return !isUp || state.last_telemetry === null || now - Date.parse(state.last_telemetry) > SILENT_MS;
  }

  #noteCharger(known: Known, { facts, state, snapshot }: BoardEntry): void {
    if (known.notedTelemetry === state.last_telemetry || state.last_telemetry === null) return;
    known.notedTelemetry = state.last_telemetry;
    const ended = known.charger.note(snapshot.readings?.charger ?? null, Date.parse(state.last_telemetry));
    if (ended.length === 0) return;
    this.#options.unstored.addCharges(facts.station_type, ended);
    this.#ended.set(facts.station_type, [...(this.#ended.get(facts.station_type) ?? []), ...ended]);
    this.#options.onUnstored();
  }

  /** Counts swaps that succeeded although rules blocked the station. */
  #noteSwaps(
    known: Known,
    { name, facts, state, readiness }: BoardEntry,
    { now, rules }: { now: number; rules: AppliedRules },
  ) {
    const swaps = state.swaps_performed - known.swaps;
    known.swaps = state.swaps_performed;
    if (swaps <= 0 || readiness?.readiness.state !== "not_ready") return;
    const blocking = blockingRules(readiness, rules);
    if (blocking.length === 0) return;
    this.#options.unstored.addSwaps(name, { at: now, orgId: facts.org_id, swaps, rules: blocking });
    this.#options.onUnstored();
  }

  /** Notes what has to be stored. */
  #note(known: Known, { entry, after, now }: { entry: BoardEntry; after: StationReadiness | null; now: number }): void {
    const { name, facts, isUp } = entry;
    const { unstored, onUnstored } = this.#options;
    const { recorded } = known;
    const { station_type, org_id } = facts;
    const link = isUp;
    // Time as a mocked station is in no report, as that after retirement.
    const readiness = facts.actual ? (after?.readiness ?? null) : null;
    const isSame = readiness === null ? recorded === null : recorded?.link === link && recorded.org_id === org_id;
    if (isSame && (after === null ? entry.readiness === null : isStoredAlready(entry.readiness, after))) return;
    const change = readinessChange({ station: name, station_type, at: now, org_id, link, readiness });
    if (recorded === null ? readiness !== null : isHistoryChange(recorded, change)) {
      unstored.addChange(change);
      known.recorded = readiness === null ? null : change;
    }
    if (after === null) unstored.put(name, null);
    else {
      const { due: _, ...evaluated } = after;
      unstored.put(name, { evaluated, org_id, link });
    }
    onUnstored();
  }
}

function changeOf(station: string, { evaluated, ...last }: LastEvaluated, at: number): ReadinessChange {
  return readinessChange({ station, at, readiness: evaluated.readiness, ...last });
}

/** True if results differ at most in when they are due, which follows from the facts. */
function isStoredAlready(before: StationReadiness | null, after: StationReadiness): boolean {
  return (
    before !== null &&
    before.readiness === after.readiness &&
    before.holds === after.holds &&
    before.next === after.next &&
    before.missing === after.missing &&
    before.isKnown === after.isKnown
  );
}
