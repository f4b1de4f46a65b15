import { failures, type Failure } from "./failures.ts";
import type { FleetStation } from "./fleet-file.ts";
import type { Machine } from "./machine.ts";
import { pickBy, randomUnit } from "./random.ts";

const KEY = { swapFails: 144, whichSwap: 145, fails: 141, which: 142, job: 143 } as const;
/** Shares of swaps that fail, and of cycles in which something else does. */
const SWAP_SHARE = { usual: 0.012, warning: 0.05, failing: 1 } as const;
const OTHER_SHARE = { usual: 0.003, warning: 0.03, failing: 0.003 } as const;

type Moment = Pick<Machine, "cycle" | "swaps">;

/** Why the swap of a cycle fails; null for one that succeeds. Depends only on the station's seed and counters. */
export function swapFailure(station: FleetStation, moment: Moment): Failure | null {
  const isSwap = ({ job }: Failure) => job === SWAP_JOB;
  return failureOf(station, moment, {
    fails: KEY.swapFails,
    which: KEY.whichSwap,
    shares: SWAP_SHARE,
    isMeant: isSwap,
  });
}

/** What else fails in a cycle; null for nothing. */
export function otherFailure(station: FleetStation, moment: Moment): Failure | null {
  const isOther = ({ job }: Failure) => job !== SWAP_JOB;
  return failureOf(station, moment, { fails: KEY.fails, which: KEY.which, shares: OTHER_SHARE, isMeant: isOther });
}

const SWAP_JOB = "swap_drone";

/** The id of the job of a cycle. */
export function jobIdOf({ seed }: FleetStation, { cycle, swaps }: Moment): string {
  return Math.floor(randomUnit(seed, KEY.job, cycle, swaps) * 0xff_ff_ff).toString(16);
}

type Draw = {
  fails: number;
  which: number;
  shares: Record<"usual" | "warning" | "failing", number>;
  isMeant: (failure: Failure) => boolean;
};

function failureOf(
  { seed, behaviour, station_type }: FleetStation,
  { cycle, swaps }: Moment,
  draw: Draw,
): Failure | null {
  const isFailing = behaviour.faults.includes("swap_fails");
  const kind = isFailing ? "failing" : behaviour.faults.includes("warn") ? "warning" : "usual";
  if (randomUnit(seed, draw.fails, cycle, swaps) >= draw.shares[kind]) return null;
  return pickBy(failures[station_type].filter(draw.isMeant), randomUnit(seed, draw.which, cycle, swaps));
}
