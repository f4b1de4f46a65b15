import type { StationEvent } from "@groundcrew/shared/link";
import { failures, isOpenAt, pickBy, unit, type FleetStation } from "./model/index.ts";
import type { Taken } from "./advance.ts";

type Unnamed<H> = H extends StationEvent ? Omit<H, "event_id"> : never;
/** Something that happened, without a name yet. */
export type UnnamedEvent = Unnamed<StationEvent>;

const KEY = { fails: 141, which: 142, job: 143 } as const;
// Share of cycles in which something goes wrong.
const FAILS = { usual: 0.004, warning: 0.03 } as const;

/** What happened when the machine took a step, at the moment it did, in the order of stationEvent. */
export function eventsOf(station: FleetStation, { before, after }: Taken): UnnamedEvent[] {
  const occurred = after.at;
  const [wasOpen, isOpen] = [isOpenAt(before.step), isOpenAt(after.step)];
  const happened: UnnamedEvent[] = [];
  if (after.swaps > before.swaps) happened.push({ kind: "swap", occurred, facts: {} });
  if (after.docked !== before.docked) {
    happened.push({ kind: "pad", occurred, facts: { pad: after.docked ? "occupied" : "empty" } });
  }
  if (isOpen !== wasOpen && !station.behaviour.faults.includes("door_unknown")) {
    happened.push({ kind: "door", occurred, facts: { door: isOpen ? "open" : "closed" } });
  }
  const failure = failureOf(station, { before, after });
  return failure ? [...happened, failure] : happened;
}

/** Now and then something goes wrong in a cycle and shows at its end. Which and when depends on the station's seed alone. */
function failureOf(station: FleetStation, { before, after }: Taken): UnnamedEvent | null {
  const { seed, behaviour, station_type } = station;
  if (after.step !== "CLOSING" || before.step === "CLOSING") return null;
  const keys = [after.cycle, after.swaps];
  const share = behaviour.faults.includes("warn") ? FAILS.warning : FAILS.usual;
  if (unit(seed, KEY.fails, ...keys) >= share) return null;
  const { job, text } = pickBy(failures[station_type], unit(seed, KEY.which, ...keys));
  const job_id = Math.floor(unit(seed, KEY.job, ...keys) * 0xff_ff).toString(16);
  const facts = { error_message: text, job_id: job === null ? null : job_id, job_type: job };
  return { kind: "station_error", occurred: after.at, facts };
}
