import { SECOND_MS } from "@groundcrew/shared/lib";
import { unit, type FleetStation } from "../model/index.ts";
import type { Clock } from "../clock.ts";
import type { PlannedFault } from "./schedule.ts";

type Kind = PlannedFault["fault"];
type OfKind<K extends Kind> = Extract<PlannedFault, { fault: K }>;

const STRUCK_KEY = 151;

/** What is wrong with a station now. */
export type FaultsNow = {
  /** The fault of a kind that is on. */
  of: <K extends Kind>(kind: K) => OfKind<K> | undefined;
  isOn: (fault: PlannedFault) => boolean;
};

type Following = {
  station: FleetStation;
  planned: readonly PlannedFault[];
  clock: Clock;
  /** Told of each fault when it begins. */
  onBegin: (fault: PlannedFault) => void;
};

/** Follows what a schedule has in store for a station, from now on until it is stopped. */
export function followFaults({ station, planned, clock, onBegin }: Following): FaultsNow & { stop(): void } {
  const on = new Set<PlannedFault>();
  const timers = planned.flatMap((fault, index) => {
    if (!strikes(fault, station, index)) return [];
    const begin = () => {
      on.add(fault);
      onBegin(fault);
    };
    const beginning = clock.after(fault.at_s * SECOND_MS, begin);
    if (fault.for_s === null) return [beginning];
    return [beginning, clock.after((fault.at_s + fault.for_s) * SECOND_MS, () => on.delete(fault))];
  });
  const isOf = <K extends Kind>(fault: PlannedFault, kind: K): fault is OfKind<K> => fault.fault === kind;
  return {
    of: (kind) => [...on].find((fault) => isOf(fault, kind)),
    isOn: (fault) => on.has(fault),
    stop() {
      timers.forEach((cancel) => cancel());
      on.clear();
    },
  };
}

function strikes({ stations }: PlannedFault, { name, seed }: FleetStation, index: number): boolean {
  return typeof stations === "number" ? unit(seed, STRUCK_KEY, index) < stations : stations.includes(name);
}
