import type { Content } from "@groundcrew/shared/contract";
import {
  activeUntil,
  compileGroups,
  compileStay,
  countReadiness,
  fleetStats,
  groupHeadings,
  type countListedStations,
  type FleetStats,
  type ReadinessCounts,
} from "@groundcrew/shared/stations";
import { serialQueue, turns } from "../../platform/lib/index.ts";
import { STEP, type KeptList, type ListChoice, type Source } from "./kept-list.ts";
import { findListed, listedStation } from "./listed-station.ts";
import { StaleStations, type Finding } from "./stale-stations.ts";

export type Counts = Content<typeof countListedStations>;

/** The share of stations in the counts of their list. */
type Sums = { stats: FleetStats; readiness: ReadinessCounts };
type Counted = Finding & Sums & { group: string };

/** Counts a kept list. Stations that change are counted again when the counts are requested; the others are not. */
export class ListTally {
  readonly #source: Source;
  readonly #choice: ListChoice;
  readonly #list: KeptList;
  readonly #stations: StaleStations<Counted>;
  readonly #queue = serialQueue();
  readonly #all: Sums = noSums();
  readonly #groups = new Map<string, Sums>();
  /** Ends counting. */
  readonly stop: () => void;

  constructor(source: Source, choice: ListChoice, list: KeptList) {
    this.#source = source;
    this.#choice = choice;
    this.#list = list;
    this.#stations = new StaleStations(source.board, choice.view);
    list.onMember((name) => this.#stations.note(name));
    this.stop = this.#stations.stop;
  }

  /** The counts of its stations. */
  counts(): Promise<Pick<Counts, "stats" | "readiness" | "groups">> {
    return this.#queue.run(async () => {
      await this.#update();
      const { stats, readiness } = this.#all;
      return { stats: { ...stats }, readiness: { ...readiness }, groups: this.#groupCounts() };
    });
  }

  #groupCounts(): Counts["groups"] {
    return groupHeadings(this.#groups.keys(), this.#choice.settings.group).flatMap(({ key, label }) => {
      const sums = this.#groups.get(key);
      return sums ? { key, label, not_ready: sums.readiness.not_ready, stats: { ...sums.stats } } : [];
    });
  }

  async #update(): Promise<void> {
    await this.#list.keys();
    const now = this.#source.board.now();
    const count = counter(this.#source, this.#choice, now);
    const nextTurn = turns();
    for (const [index, name] of this.#stations.take(now).entries()) {
      if (index % STEP === STEP - 1) await nextTurn();
      const before = this.#stations.found.get(name);
      if (before) this.#add(before, -1);
      const station = this.#list.has(name) ? count(name) : null;
      if (!station) {
        this.#stations.found.delete(name);
        continue;
      }
      const { until, ...sums } = station;
      const counted = { ...sums, name, due: before?.due ?? Infinity };
      this.#stations.keep(counted, until);
      this.#add(counted, 1);
    }
  }

  #add({ group, ...station }: Counted, sign: 1 | -1): void {
    addSums(this.#all, station, sign);
    const sums = this.#groups.get(group) ?? noSums();
    addSums(sums, station, sign);
    if (sums.stats.total === 0) this.#groups.delete(group);
    else this.#groups.set(group, sums);
  }
}

/** Counts single stations of a list at `now` (ms). */
function counter({ board }: Source, { view, settings }: ListChoice, now: number) {
  const window = settings.time;
  const groupOf = compileGroups(settings.group);
  // The swaps of a period change with the time in the same way as the order by swaps.
  const stayOf = compileStay({ sort: "swaps", time: window, filters: { ...settings.filters, time: false } }, now);
  return (name: string) => {
    const entry = findListed(board, name, view);
    if (!entry) return null;
    const station = listedStation(entry, view.admin);
    const stats = fleetStats([station], { window, now });
    const isActive = stats.active > 0;
    const until = Math.min(stayOf(station).until, isActive ? activeUntil(station) : Infinity);
    return { stats, readiness: countReadiness([station]), group: groupOf(station), until, isMovable: !isActive };
  };
}

function noSums(): Sums {
  return { stats: fleetStats([], { window: "all", now: 0 }), readiness: countReadiness([]) };
}

function addSums({ stats, readiness }: Sums, more: Sums, sign: 1 | -1): void {
  addNumbers(stats, more.stats, sign);
  addNumbers(readiness, more.readiness, sign);
}

function addNumbers<Key extends string>(sums: Record<Key, number>, more: Record<Key, number>, sign: 1 | -1): void {
  let key: Key;
  for (key in more) sums[key] += sign * more[key];
}
