import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Clock } from "../clock.ts";
import { connectAtOnce, type ConnectInTurn } from "../connect-in-turn.ts";
import type { NewEvent } from "../events-of.ts";
import { randomFrom, type FleetStation, type Random } from "../model/index.ts";
import type { PlannedFault } from "./schedule.ts";
import { trackFaults, type ActiveFaults } from "./track-faults.ts";
import { faultyTransport, type Transport } from "./transport.ts";

type FaultsOptions = {
  station: FleetStation;
  planned: readonly PlannedFault[];
  clock: Clock;
  connectInTurn: ConnectInTurn;
  actions: FaultActions;
};

/** The effects of a fault schedule on one station. */
export type StationFaults = {
  truncatesImages: () => boolean;
  onLink: { transport: Transport; skewMs: () => number; connectInTurn: ConnectInTurn };
  stop: () => void;
};

/** Starts the fault schedule of a station now. */
export function startFaults({ station, planned, clock, connectInTurn, actions }: FaultsOptions): StationFaults {
  const faults = trackFaults({
    station,
    planned,
    clock,
    onBegin: (fault) => injectFault(fault, { station, faults, clock, actions }),
  });
  return {
    truncatesImages: () => faults.get("truncated_images") !== undefined,
    onLink: {
      transport: faultyTransport({ faults, clock, seed: station.seed }),
      skewMs: () => faults.get("skew")?.ms ?? 0,
      connectInTurn: (connect) => (faults.get("reconnect_storm") ? connectAtOnce : connectInTurn)(connect),
    },
    stop: () => faults.stop(),
  };
}

/** What faults can do to a station. */
type FaultActions = {
  reportError: (stationEvent: NewEvent) => void;
  drop: () => void;
  /** Resets all counters. */
  reset: () => void;
};

type InjectOptions = { station: FleetStation; faults: ActiveFaults; clock: Clock; actions: FaultActions };

/** Starts the actions of a fault, which are repeated while it is active. */
function injectFault(
  fault: PlannedFault,
  { station, faults, clock, actions: { reportError, drop, reset } }: InjectOptions,
): void {
  const repeat = (everyMs: number, action: () => void): void => {
    if (!faults.isActive(fault)) return;
    action();
    clock.after(everyMs, () => repeat(everyMs, action));
  };
  if (fault.fault === "counter_reset") reset();
  if (fault.fault === "reconnect_storm") repeat(fault.every_s * SECOND_MS, drop);
  if (fault.fault === "error_storm") {
    const random = randomFrom(station.seed, STORM_KEY);
    repeat(SECOND_MS, () => {
      for (let number = 1; number <= fault.per_s; number++) reportError(stormError(clock.now(), random));
    });
  }
}

const STORM_KEY = 60;

/** What fails in a storm: a few faults, whose messages differ by numbers, ids and paths. */
const stormMessages: readonly ((random: Random) => { job: string | null; message: string })[] = [
  (random) => ({
    job: "charge",
    message: `Charger slot ${random.whole(1, 6)} answered with abnormal voltage ${random.whole(9_000, 13_000)}`,
  }),
  (random) => ({
    job: "swap_drone",
    message: `Motor driver ${random.whole(1, 8)} does not answer: register 0x${random.whole(0x10, 0xff).toString(16)} timed out after ${random.whole(20, 500)} ms`,
  }),
  (random) => ({
    job: "capture",
    message: `Upload of /data/images/${random.whole(1_000, 9_999)}/front.jpg failed after ${random.whole(2, 9)} tries`,
  }),
  (random) => ({
    job: null,
    message: `usb 1-1.${random.whole(1, 4)}: device not accepting address ${random.whole(2, 127)}, error -71`,
  }),
  (random) => ({
    job: null,
    message: `connect to 10.0.${random.whole(0, 255)}.${random.whole(1, 254)}:1883 timed out after ${random.whole(5, 60)} s`,
  }),
];

function stormError(occurred: number, random: Random): NewEvent {
  const { job, message } = random.pick(stormMessages)(random);
  const job_id = job === null ? null : random.whole(0x10_00, 0xff_ff).toString(16);
  return { kind: "station_error", occurred, facts: { error_message: message, job_id, job_type: job } };
}
