import { SECOND_MS } from "@groundcrew/shared/lib";
import { randomUnit, type FleetStation } from "../model/index.ts";
import type { Clock } from "../clock.ts";
import type { PlannedFault } from "./schedule.ts";

type Kind = PlannedFault["fault"];
type FaultOfKind<K extends Kind> = Extract<PlannedFault, { fault: K }>;

const AFFECTED_KEY = 151;

/** The faults that a station has now. */
export type ActiveFaults = {
  /** The active fault of a kind. */
  get: <K extends Kind>(kind: K) => FaultOfKind<K> | undefined;
  isActive: (fault: PlannedFault) => boolean;
};

type TrackOptions = {
  station: FleetStation;
  planned: readonly PlannedFault[];
  clock: Clock;
  /** Called when a fault begins. */
  onBegin: (fault: PlannedFault) => void;
};

/** Begins and ends the scheduled faults of a station, counted from now, until it is stopped. */
export function trackFaults({ station, planned, clock, onBegin }: TrackOptions): ActiveFaults & { stop(): void } {
  const active = new Set<PlannedFault>();
  const timers = planned.flatMap((fault, index) => {
    if (!affects(fault, station, index)) return [];
    const begin = () => {
      active.add(fault);
      onBegin(fault);
    };
    const beginTimer = clock.after(fault.at_s * SECOND_MS, begin);
    if (fault.for_s === null) return [beginTimer];
    return [beginTimer, clock.after((fault.at_s + fault.for_s) * SECOND_MS, () => active.delete(fault))];
  });
  const isOfKind = <K extends Kind>(fault: PlannedFault, kind: K): fault is FaultOfKind<K> => fault.fault === kind;
  return {
    get: (kind) => [...active].find((fault) => isOfKind(fault, kind)),
    isActive: (fault) => active.has(fault),
    stop() {
      timers.forEach((cancel) => cancel());
      active.clear();
    },
  };
}

function affects({ stations }: PlannedFault, { name, seed }: FleetStation, index: number): boolean {
  return typeof stations === "number" ? randomUnit(seed, AFFECTED_KEY, index) < stations : stations.includes(name);
}
