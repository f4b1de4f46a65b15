import type { ReadinessChange, ReadinessRuleName } from "@groundcrew/shared/readiness";
import { inTransaction, type Db } from "../../platform/db/index.ts";
import type { Charge } from "./charges.ts";
import {
  countDespite,
  deleteEvaluated,
  insertCharges,
  upsertEvaluated,
  type DespiteRow,
  type Evaluated,
} from "./store-queries.ts";

/**
 * Called with changes of readiness in the transaction that stores what was evaluated: each change once, those of a station in order. There is one when
 * the state, the first reason, the maintenance, the link or the organization of a station is another one. If it rejects, nothing is stored, and the
 * same changes are given again.
 */
export type OnReadinessChanges = (trx: Db, changes: readonly ReadinessChange[]) => Promise<void>;

/** Stations that one transaction stores. */
const AT_ONCE = 1_000;

type StoreOptions = { db: Db; server: string; onReadinessChanges: OnReadinessChanges };

/** Results of evaluation that are not stored yet, with the changes, charges and swaps that were seen. */
export class Unstored {
  readonly #options: StoreOptions;
  /** Null for stations that are retired. In the order in which they changed first. */
  readonly #evaluated = new Map<string, Evaluated | null>();
  #changes: ReadinessChange[] = [];
  #charges: { station_type: string; minutes: Charge }[] = [];
  #despite = new Map<string, DespiteRow>();

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  put(name: string, evaluated: Evaluated | null): void {
    this.#evaluated.set(name, evaluated);
  }

  /** Adds a change for history. What was evaluated about its station is stored with it. */
  addChange(change: ReadinessChange): void {
    this.#changes.push(change);
  }

  addCharges(station_type: string, charges: readonly Charge[]): void {
    for (const minutes of charges) this.#charges.push({ station_type, minutes });
  }

  addSwaps(
    station: string,
    { at, orgId, swaps, rules }: { at: number; orgId: number; swaps: number; rules: readonly ReadinessRuleName[] },
  ): void {
    const day = new Date(at).toISOString().slice(0, 10);
    for (const rule of rules) {
      const row = { day, station_name: station, org_id: orgId, rule };
      const key = keyOf(row);
      const before = this.#despite.get(key)?.swaps ?? 0;
      this.#despite.set(key, { ...row, swaps: before + swaps });
    }
  }

  /** Stores everything, in several transactions if it is much. What a failed one had is kept. */
  async store(): Promise<void> {
    while (this.#evaluated.size > 0) await this.#storeSome();
    await this.#storeCounts();
  }

  async #storeSome(): Promise<void> {
    const { db, server, onReadinessChanges } = this.#options;
    const some = new Map([...this.#evaluated].slice(0, AT_ONCE));
    const changes = this.#changes.filter(({ station }) => some.has(station));
    const kept = [...some].flatMap(([station_name, one]) => (one ? Object.assign({ station_name }, one) : []));
    const retired = [...some].flatMap(([name, one]) => (one ? [] : name));
    await inTransaction(db, async (tx) => {
      await upsertEvaluated(tx, kept, server);
      await deleteEvaluated(tx, retired);
      if (changes.length > 0) await onReadinessChanges(tx, changes);
    });
    // More may have been added meanwhile.
    for (const [name, one] of some) if (this.#evaluated.get(name) === one) this.#evaluated.delete(name);
    const stored = new Set(changes);
    this.#changes = this.#changes.filter((change) => !stored.has(change));
  }

  async #storeCounts(): Promise<void> {
    const [charges, despite] = [this.#charges, [...this.#despite.values()]];
    if (charges.length + despite.length === 0) return;
    await inTransaction(this.#options.db, async (tx) => {
      await insertCharges(tx, charges);
      await countDespite(tx, despite);
    });
    this.#charges = this.#charges.slice(charges.length);
    for (const row of despite) {
      const key = keyOf(row);
      const now = this.#despite.get(key);
      if (!now || now === row) this.#despite.delete(key);
      else this.#despite.set(key, { ...now, swaps: now.swaps - row.swaps });
    }
  }
}

function keyOf({ day, station_name, org_id, rule }: Omit<DespiteRow, "swaps">): string {
  return `${day} ${station_name} ${org_id} ${rule}`;
}
