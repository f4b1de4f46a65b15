import type { StationEvent } from "@groundcrew/shared/link";
import { isOpenAt, jobIdOf, otherFailure, swapFailure, type Failure, type FleetStation } from "./model/index.ts";
import { secondsOf, type StepChange } from "./advance.ts";

type WithoutId<H> = H extends StationEvent ? Omit<H, "event_id"> : never;
/** An event that has no id yet. */
export type NewEvent = WithoutId<StationEvent>;

/** The events of one step of the machine, all at the time of the step, in the order of `stationEvent`. */
export function eventsOf(station: FleetStation, { before, after }: StepChange): NewEvent[] {
  const occurred = after.at;
  const [wasOpen, isOpen] = [isOpenAt(before.step), isOpenAt(after.step)];
  const events: NewEvent[] = [];
  if (after.swaps > before.swaps) events.push(swapOf(station, { before, after }));
  if (after.docked !== before.docked) {
    events.push({ kind: "pad", occurred, facts: { pad: after.docked ? "occupied" : "empty" } });
  }
  if (isOpen !== wasOpen && !hasDoorFault(station)) {
    events.push({ kind: "door", occurred, facts: { door: isOpen ? "open" : "closed" } });
  }
  const failure = failureOf(station, { before, after });
  if (failure === null) return events;
  const { job, text } = failure;
  const job_id = job === null ? null : jobIdOf(station, before);
  return [...events, { kind: "station_error", occurred, facts: { error_message: text, job_id, job_type: job } }];
}

/** Whether the door's sensor never reports a change. */
function hasDoorFault({ behaviour: { faults } }: FleetStation): boolean {
  return faults.includes("door_unknown") || faults.includes("door_open");
}

/** A swap, with the slots whose batteries were exchanged. */
function swapOf(station: FleetStation, { before, after }: StepChange): NewEvent {
  const [old, now] = [before.charger.slots, after.charger.slots];
  const put = old.findIndex((slot, index) => slot === null && now[index] !== null);
  const taken = old.findIndex((slot, index) => slot !== null && now[index] === null);
  const facts = {
    job_id: jobIdOf(station, before),
    seconds: Math.round(secondsOf(station, before, "SWAPPING")),
    ...(put >= 0 && { slot_in: put + 1 }),
    ...(taken >= 0 && { slot_out: taken + 1 }),
  };
  return { kind: "swap", occurred: after.at, facts };
}

/** What fails in a step: a swap that is not made, or something else, which is reported at the end of the cycle. */
function failureOf(station: FleetStation, { before, after }: StepChange): Failure | null {
  if (before.step === "SWAPPING" && after.swaps === before.swaps) return swapFailure(station, before);
  return after.step === "CLOSING" && before.step !== "CLOSING" ? otherFailure(station, after) : null;
}
