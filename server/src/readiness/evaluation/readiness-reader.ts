import { stationType } from "@groundcrew/shared/telemetry";
import type { Db } from "../../platform/db/index.ts";
import { turns } from "../../platform/lib/index.ts";
import type { Board } from "../../stations/index.ts";
import { TypeCharges } from "./charges.ts";
import type { ReadinessEvaluator } from "./evaluator.ts";
import { selectMarkedFingerprints, selectReadinessFacts, stationsWithErrorsOf } from "./fact-queries.ts";
import { RuleBook } from "../rules/rule-book.ts";
import { selectRules } from "../rules/rule-queries.ts";
import { selectCharges, selectStored } from "./store-queries.ts";

/** Stations whose facts are read at once. */
const AT_ONCE = 500;

type ReaderOptions = { db: Db; board: Board; evaluator: ReadinessEvaluator };

/** Reads rules and facts for an evaluator, and has it evaluate the stations that they are about. */
export class ReadinessReader {
  readonly #options: ReaderOptions;
  #areAllDue = false;
  #areRulesDue = false;
  #hasCharges = false;
  #rules = new RuleBook([]);
  /** The effects of groups by fingerprint, as they were last read. */
  #marks: ReadonlyMap<number, string> = new Map();

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** Has everything read again. */
  rereadAll(): void {
    this.#areAllDue = true;
    this.#areRulesDue = true;
  }

  /** Has rules and effects of groups read again. */
  rereadRules(): void {
    this.#areRulesDue = true;
  }

  /** Reads what is due. After a failure, that is still due. */
  async read(): Promise<void> {
    const { board, evaluator } = this.#options;
    if (!this.#hasCharges) await this.#readCharges();
    if (this.#areRulesDue) await this.#readRules();
    if (this.#areAllDue) for (const name of board.names()) evaluator.factsRead(name);
    this.#areAllDue = false;
    for (let names = evaluator.takeChanged(AT_ONCE); names.length > 0; names = evaluator.takeChanged(AT_ONCE)) {
      try {
        await this.#readFacts(names);
      } catch (error) {
        for (const name of names) evaluator.factsRead(name);
        throw error;
      }
    }
  }

  async #readCharges(): Promise<void> {
    const charges = Map.groupBy(
      await selectCharges(this.#options.db, stationType.options),
      ({ station_type }) => station_type,
    );
    const byType = stationType.options.map(
      (type) => [type, new TypeCharges((charges.get(type) ?? []).map(({ minutes }) => minutes))] as const,
    );
    this.#options.evaluator.setCharges(new Map(byType));
    this.#hasCharges = true;
  }

  async #readRules(): Promise<void> {
    const { db, board, evaluator } = this.#options;
    this.#areRulesDue = false;
    try {
      const rules = new RuleBook(await selectRules(db));
      await this.#readMarks();
      if (rules.isSame(this.#rules)) return;
      this.#rules = rules;
      evaluator.setRules(rules);
    } catch (error) {
      this.#areRulesDue = true;
      throw error;
    }
    const turn = turns();
    for (const name of board.names()) {
      await turn();
      evaluator.evaluateByNewRules(name, () => board.evaluate(name));
    }
  }

  /** Reads which groups have an effect. The facts of stations with errors of others than before are due then. */
  async #readMarks(): Promise<void> {
    const { db, evaluator } = this.#options;
    const marks = await selectMarkedFingerprints(db);
    const all = new Set([...marks.keys(), ...this.#marks.keys()]);
    const changed = [...all].filter((fingerprint) => marks.get(fingerprint) !== this.#marks.get(fingerprint));
    if (changed.length > 0) for (const name of await stationsWithErrorsOf(db, changed)) evaluator.factsRead(name);
    this.#marks = marks;
  }

  async #readFacts(names: readonly string[]): Promise<void> {
    const { db, board, evaluator } = this.#options;
    const [facts, stored] = await Promise.all([
      selectReadinessFacts(db, names),
      selectStored(
        db,
        names.filter((name) => !evaluator.owns(name)),
      ),
    ]);
    const turn = turns();
    for (const name of names) {
      await turn();
      const found = facts.get(name);
      if (!found) continue;
      const last = stored.get(name);
      if (last) board.putReadiness(name, { ...last.evaluated, due: null });
      evaluator.setFacts(name, found, last);
      board.evaluate(name);
    }
  }
}
