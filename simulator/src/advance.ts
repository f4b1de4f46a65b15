import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import {
  addSwaps,
  mostSwapsPerHour,
  swapFailure,
  swapsPerHour,
  randomUnit,
  type FleetStation,
  type Machine,
  type Step,
  chargingCount,
  climateControlOf,
  equilibriumC,
  brokenSlot,
  chargeRate,
  isHalted,
  weakChargeRate,
  type Charger,
  type Slot,
} from "./model/index.ts";

const KEY = { length: 111, stay: 112, gap: 113, accept: 114 } as const;

// Shortest and longest duration of each step, in seconds.
const SECONDS: Record<Exclude<Step, "IDLE">, readonly [number, number]> = {
  OPENING: [11, 15],
  LANDING: [25, 70],
  CENTERING: [8, 12],
  SWAPPING: [48, 75],
  READY: [15, 60],
  LAUNCHING: [12, 25],
  CLOSING: [11, 15],
};

// Share of landings after which the drone stays inside. Such a drone needs a cycle of its own to leave.
const STAY_SHARE = 0.25;
/** After this time in the charger, a battery counts as charged. */
const CHARGED_MS = 45 * MINUTE_MS;
const MAX_IDLE_DRAWS = 2_000;
const MAX_INTERVAL_MS = 2 * MINUTE_MS;

/** One step of the machine: its state right before and right after. */
export type StepChange = { before: Machine; after: Machine };

/** The machine at `to`, which must not be before `machine.at`. */
export function advance(station: FleetStation, machine: Machine, to: number): Machine {
  return advanceWithSteps(station, machine, to).machine;
}

/** The machine at `to`, and the steps it took to get there. */
export function advanceWithSteps(
  station: FleetStation,
  machine: Machine,
  to: number,
): { machine: Machine; steps: StepChange[] } {
  const steps: StepChange[] = [];
  let current = machine;
  while (current.ends <= to) {
    const before = withDrift(station, current, current.ends);
    current = nextStep(station, before);
    steps.push({ before, after: current });
  }
  return { machine: withDrift(station, current, to), steps };
}

/** The machine at rest until the next drone arrives. */
export function idle(station: FleetStation, machine: Machine): Machine {
  return { ...machine, step: "IDLE", ends: nextCycle(station, machine) };
}

/** The machine right after one more battery swap, in whatever step it is. */
export function swapped(station: FleetStation, machine: Machine): Machine {
  const swaps = machine.swaps + 1;
  const charger = exchanged(station, machine.charger, { now: machine.at, swaps });
  return { ...machine, swaps, cycles: addSwaps(machine.cycles, 1), charger };
}

/** Applies continuous changes (temperature and charge) in intervals short enough to switch heater and charger in time. */
function withDrift(station: FleetStation, machine: Machine, to: number): Machine {
  let current = machine;
  while (current.at < to) current = advanceInterval(station, current, Math.min(to, current.at + MAX_INTERVAL_MS));
  return current;
}

function advanceInterval(station: FleetStation, machine: Machine, to: number): Machine {
  const charger = charged(station, machine.charger, (to - machine.at) / MINUTE_MS);
  return { ...machine, ...temperatureAfter(station, machine, to), charger, at: to };
}

function nextStep(station: FleetStation, machine: Machine): Machine {
  switch (machine.step) {
    case "IDLE": {
      const next = { ...machine, cycle: machine.cycle + 1 };
      // Drones are sent only to a station with a charged battery.
      const [oldest] = slotsByAge(station, machine.charger);
      const isCharged = oldest !== undefined && machine.at - oldest.slot.put >= CHARGED_MS;
      return machine.docked || isCharged ? begin(station, next, "OPENING") : idle(station, next);
    }
    case "OPENING":
      return begin(station, machine, machine.docked ? "LAUNCHING" : "LANDING");
    case "LANDING":
      return begin(station, { ...machine, docked: true }, "CENTERING");
    case "CENTERING":
      return begin(station, machine, "SWAPPING");
    case "SWAPPING": {
      if (swapFailure(station, machine) !== null) return begin(station, machine, "LAUNCHING");
      const stays = randomUnit(station.seed, KEY.stay, machine.swaps) < STAY_SHARE;
      return begin(station, swapped(station, machine), stays ? "CLOSING" : "READY");
    }
    case "READY":
      return begin(station, machine, "LAUNCHING");
    case "LAUNCHING":
      return begin(station, { ...machine, docked: false }, "CLOSING");
    case "CLOSING":
      return idle(station, machine);
  }
}

function begin(station: FleetStation, machine: Machine, step: Exclude<Step, "IDLE">): Machine {
  return { ...machine, step, ends: machine.at + Math.round(secondsOf(station, machine, step) * SECOND_MS) };
}

/** How long a step takes that begins after so many swaps. */
export function secondsOf(
  { seed }: FleetStation,
  { swaps }: Pick<Machine, "swaps">,
  step: Exclude<Step, "IDLE">,
): number {
  const [shortest, longest] = SECONDS[step];
  return shortest + (longest - shortest) * randomUnit(seed, KEY.length, swaps, shortest, longest);
}

/** When the next cycle begins (ms), by rejection sampling: drawn at the busiest hour's rate, accepted in proportion to the hour's own rate. */
function nextCycle(station: FleetStation, { at, cycle, swaps }: Machine): number {
  const perDay = station.behaviour.swaps_per_day * (1 + STAY_SHARE);
  const most = mostSwapsPerHour(perDay);
  if (most === 0 || isHalted(station)) return Infinity;
  let time = at;
  for (let draw = 0; draw < MAX_IDLE_DRAWS; draw++) {
    time += (-Math.log(1 - randomUnit(station.seed, KEY.gap, cycle, swaps, draw)) / most) * HOUR_MS;
    const share = swapsPerHour(station.place, perDay, time) / most;
    if (randomUnit(station.seed, KEY.accept, cycle, swaps, draw) < share) break;
  }
  return Math.round(time);
}

// Time constants: how long the inside takes to cover about two thirds of the difference to its target.
const TAU_MIN = { controlled: 10, drifting: 30 } as const;
const HEATER_HYSTERESIS_C = 2;
const COOLER_HYSTERESIS_C = 1.5;

/** Temperature inside, heater and cooler at `to`, with nothing else changing in between. */
function temperatureAfter(
  station: FleetStation,
  machine: Machine,
  to: number,
): Pick<Machine, "insideC" | "heating" | "cooling"> {
  const { lowerC, upperC, cooler } = climateControlOf(station);
  const { insideC } = machine;
  const heating = insideC < (machine.heating ? lowerC + HEATER_HYSTERESIS_C : lowerC);
  const cooling = cooler === "fitted" && insideC > (machine.cooling ? upperC - COOLER_HYSTERESIS_C : upperC);
  const uncontrolledC = equilibriumC(station, chargingCount(machine.charger), to);
  const targetC = heating
    ? Math.max(uncontrolledC, lowerC + 4)
    : cooling
      ? Math.min(uncontrolledC, upperC - 3)
      : uncontrolledC;
  const tau = (heating || cooling ? TAU_MIN.controlled : TAU_MIN.drifting) * MINUTE_MS;
  return { insideC: targetC + (insideC - targetC) * Math.exp((machine.at - to) / tau), heating, cooling };
}

// The power supply can charge this many at once. The fullest are charged first, so that one battery is ready soon.
const MAX_CHARGING = 4;
const RECHARGE_BELOW = 92;
const SELF_DISCHARGE_PER_MINUTE = 0.01;
const SPENT_KEY = 101;

/** The charger after some minutes without a swap. */
function charged(station: FleetStation, charger: Charger, minutes: number): Charger {
  const broken = brokenSlot(station);
  const toCharge = slotsToCharge(charger.slots, broken);
  const rateOf = station.behaviour.faults.includes("weak_charger") ? weakChargeRate : chargeRate;
  const slots = charger.slots.map((slot, index) => {
    if (!slot || index === broken) return slot && { ...slot, charging: false };
    if (!toCharge.has(index)) {
      return { ...slot, charging: false, level: Math.max(0, slot.level - SELF_DISCHARGE_PER_MINUTE * minutes) };
    }
    const level = Math.min(100, slot.level + rateOf(slot.level) * minutes);
    return { ...slot, level, charging: level < 100 };
  });
  return { ...charger, slots };
}

function slotsToCharge(slots: Charger["slots"], broken: number | null): Set<number> {
  const candidates = slots.flatMap((slot, index) =>
    slot && index !== broken && needsCharge(slot) ? [{ slot, index }] : [],
  );
  candidates.sort((a, b) => b.slot.level - a.slot.level);
  return new Set(candidates.slice(0, MAX_CHARGING).map(({ index }) => index));
}

function needsCharge({ charging, level }: Slot): boolean {
  return level < (charging ? 100 : RECHARGE_BELOW);
}

/** The slots with batteries that recover, the one that has charged longest first. Levels depend on how often a station is advanced, so events must not. */
function slotsByAge(station: FleetStation, { slots }: Charger): { index: number; slot: Slot }[] {
  const broken = brokenSlot(station);
  const filled = slots.flatMap((slot, index) => (slot === null || index === broken ? [] : [{ index, slot }]));
  return filled.sort((a, b) => a.slot.put - b.slot.put || a.index - b.index);
}

/** The charger after a swap: the spent battery is in the slot that was empty, and the one that has charged longest is in the drone. */
function exchanged(station: FleetStation, charger: Charger, at: { now: number; swaps: number }): Charger {
  const empty = charger.slots.indexOf(null);
  const [oldest] = slotsByAge(station, charger);
  if (!oldest || empty === -1) return charger;
  const spent = 12 + 24 * randomUnit(station.seed, SPENT_KEY, at.swaps);
  const flown: Slot = { sn: charger.flying, level: spent, charging: false, put: at.now };
  const slots = charger.slots.map((slot, index) => (index === oldest.index ? null : index === empty ? flown : slot));
  return { slots, flying: oldest.slot.sn };
}
