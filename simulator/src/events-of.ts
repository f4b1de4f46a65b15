import type { StationEvent } from "@groundcrew/shared/link";
import { failures, isOpenAt, pickBy, randomUnit, type FleetStation } from "./model/index.ts";
import type { StepChange } from "./advance.ts";

type WithoutId<H> = H extends StationEvent ? Omit<H, "event_id"> : never;
/** An event that has no id yet. */
export type NewEvent = WithoutId<StationEvent>;

const KEY = { fails: 141, which: 142, job: 143 } as const;
// Share of cycles that fail.
const FAILURE_SHARE = { usual: 0.004, warning: 0.03 } as const;

/** The events of one step of the machine, all at the time of the step, in the order of `stationEvent`. */
export function eventsOf(station: FleetStation, { before, after }: StepChange): NewEvent[] {
  const occurred = after.at;
  const [wasOpen, isOpen] = [isOpenAt(before.step), isOpenAt(after.step)];
  const events: NewEvent[] = [];
  if (after.swaps > before.swaps) events.push({ kind: "swap", occurred, facts: {} });
  if (after.docked !== before.docked) {
    events.push({ kind: "pad", occurred, facts: { pad: after.docked ? "occupied" : "empty" } });
  }
  if (isOpen !== wasOpen && !station.behaviour.faults.includes("door_unknown")) {
    events.push({ kind: "door", occurred, facts: { door: isOpen ? "open" : "closed" } });
  }
  const failure = failureOf(station, { before, after });
  return failure ? [...events, failure] : events;
}

/** The error of a cycle that fails, reported at its end. Depends only on the station's seed and counters. */
function failureOf(station: FleetStation, { before, after }: StepChange): NewEvent | null {
  const { seed, behaviour, station_type } = station;
  if (after.step !== "CLOSING" || before.step === "CLOSING") return null;
  const keys = [after.cycle, after.swaps];
  const share = behaviour.faults.includes("warn") ? FAILURE_SHARE.warning : FAILURE_SHARE.usual;
  if (randomUnit(seed, KEY.fails, ...keys) >= share) return null;
  const { job, text } = pickBy(failures[station_type], randomUnit(seed, KEY.which, ...keys));
  const job_id = Math.floor(randomUnit(seed, KEY.job, ...keys) * 0xff_ff).toString(16);
  const facts = { error_message: text, job_id: job === null ? null : job_id, job_type: job };
  return { kind: "station_error", occurred: after.at, facts };
}
