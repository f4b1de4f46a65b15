import { NO_SWAPS_MIN, ruleKinds, type Condition, type StationConditionFacts } from "@groundcrew/shared/alerts";
import { DAY_MS, HOUR_MS, type Timestamp } from "@groundcrew/shared/lib";
import type { Db } from "../../platform/db/index.ts";
import { selectErrorTimes, selectLosses, selectUsualGaps } from "./signal-queries.ts";

/** The facts about a station that rules need and the board does not have. */
export type StationSignals = Pick<StationConditionFacts, "errors" | "losses" | "usual_gap"> & {
  /** The earliest time from which it counts as offline (ms): its link was lost then, or it was put into service. */
  counted_from: number | null;
};

export const NO_SIGNALS: StationSignals = { errors: [], losses: [], usual_gap: null, counted_from: null };
/** Errors of a station that are read in addition to those that a rule needs, so that its alert can say how many there are. */
const MORE_ERRORS = 100;
/** Losses of a link that are kept of a station. */
const LOSSES_KEPT = 200;
const GAP_DAYS = 14;
/** The maximum age of the usual time between swaps. */
const GAP_AGE_MS = 6 * HOUR_MS;

/** Reads and keeps the facts that rules need and the board does not have. Reads nothing that no rule needs. */
export class Signals {
  readonly #db: Db;
  readonly #errorsOf: (station: string) => object | undefined;
  /** The board's errors of a station when their times were read. */
  readonly #errorsRead = new Map<string, object | undefined>();
  readonly #byStation = new Map<string, StationSignals>();
  readonly #gapsRead = new Map<string, number>();
  readonly #lossesRead = new Set<string>();
  #needed: ReadonlySet<keyof StationSignals> = new Set();
  #errorsLimit = 0;

  /** `errorsOf` returns another object whenever the errors of a station have changed. */
  constructor(db: Db, errorsOf: (station: string) => object | undefined) {
    this.#db = db;
    this.#errorsOf = errorsOf;
  }

  /** Sets the conditions of all rules. */
  setConditions(conditions: readonly Condition[]): void {
    this.#needed = new Set(conditions.flatMap(({ kind }) => ruleKinds[kind].station?.signal ?? []));
    this.#errorsRead.clear();
    const needed = Math.max(0, ...conditions.map((rule) => (rule.kind === "error_rate" ? rule.errors : 0)));
    this.#errorsLimit = needed + MORE_ERRORS;
  }

  of(station: string): StationSignals {
    return this.#byStation.get(station) ?? NO_SIGNALS;
  }

  /** Sets the earliest time from which a station counts as offline (ms). */
  countFrom(station: string, at: number): void {
    this.#set(station, { counted_from: at });
  }

  /** Records that a station's link was lost at a time (ms). */
  recordLoss(station: string, at: number): void {
    if (!this.#needed.has("losses")) return;
    const { losses } = this.of(station);
    this.#set(station, { losses: [at, ...losses].slice(0, LOSSES_KEPT) });
  }

  /** Reads the facts that rules need about stations that have changed by a time (ms). */
  async read(stations: readonly string[], now: number): Promise<void> {
    if (this.#needed.has("errors")) await this.#readErrors(stations, now);
    if (this.#needed.has("losses")) await this.#readLosses(stations, now);
    if (this.#needed.has("usual_gap")) await this.#readGaps(stations, now);
  }

  async #readErrors(changed: readonly string[], now: number): Promise<void> {
    const stations = changed.filter((station) => this.#errorsRead.get(station) !== this.#errorsOf(station));
    if (stations.length === 0) return;
    const read = new Map(stations.map((station) => [station, this.#errorsOf(station)]));
    const found = await selectErrorTimes(this.#db, { stations, since: ago(DAY_MS, now), limit: this.#errorsLimit });
    for (const { station, times } of found) {
      this.#set(station, { errors: times.map((time) => Date.parse(time)) });
      this.#errorsRead.set(station, read.get(station));
    }
  }

  async #readLosses(changed: readonly string[], now: number): Promise<void> {
    const stations = changed.filter((station) => !this.#lossesRead.has(station));
    if (stations.length === 0) return;
    const found = await selectLosses(this.#db, { stations, since: ago(DAY_MS, now) });
    for (const { station, times } of found) {
      this.#set(station, { losses: [...this.of(station).losses, ...times.map((time) => Date.parse(time))] });
      this.#lossesRead.add(station);
    }
  }

  async #readGaps(changed: readonly string[], now: number): Promise<void> {
    const stations = changed.filter((station) => (this.#gapsRead.get(station) ?? -Infinity) < now - GAP_AGE_MS);
    if (stations.length === 0) return;
    const since = ago(GAP_DAYS * DAY_MS, now);
    for (const { station, gap } of await selectUsualGaps(this.#db, { stations, since, least: NO_SWAPS_MIN })) {
      this.#set(station, { usual_gap: gap });
      this.#gapsRead.set(station, now);
    }
  }

  #set(station: string, signals: Partial<StationSignals>): void {
    this.#byStation.set(station, { ...this.of(station), ...signals });
  }
}

function ago(ms: number, now: number): Timestamp {
  return new Date(now - ms).toISOString();
}
