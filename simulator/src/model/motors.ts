import type { Snapshot, StationType } from "@groundcrew/shared/telemetry";
import type { FleetStation } from "./fleet-file.ts";
import type { Machine, Step } from "./machine.ts";
import { randomUnit } from "./random.ts";

type Tables = Pick<Snapshot, "motors" | "motors_atlas" | "motors_dc_atlas" | "motors_bldc_atlas">;

const MOTOR_KEY = 41;

/** The motor tables of a snapshot: steppers, DC and brushless motors for an atlas, one general table for the others. */
export function motorTables(station: FleetStation, machine: Machine): Tables {
  const { station_type: type } = station;
  if (type !== "atlas") return { motors: otherMotors(station, machine, OTHERS[type]) };
  return {
    motors_atlas: STEPPERS.map((stepper, index) => atlasStepper({ station, machine }, stepper, index)),
    motors_dc_atlas: dcMotors(machine),
    motors_bldc_atlas: brushlessMotors(station, machine),
  };
}

type Travel = { home: number; work: number; moves: readonly Step[]; works: readonly Step[] };

const gantry = { moves: ["SWAPPING"], works: [] } as const;
const clamps = { moves: ["CENTERING"], works: ["SWAPPING", "READY"] } as const;
const lift = { moves: ["OPENING", "CLOSING"], works: ["LANDING", "CENTERING", "READY", "LAUNCHING"] } as const;
const door = {
  moves: ["OPENING", "CLOSING"],
  works: ["LANDING", "CENTERING", "SWAPPING", "READY", "LAUNCHING"],
} as const;
const power = { moves: ["READY"], works: [] } as const;
const latch = { moves: ["SWAPPING"], works: ["SWAPPING"] } as const;

// Step0 to Step10 in order: both gantry Y, both lats, back and front long, both pad motors, gantry Z, power, latch.
const STEPPERS: readonly Travel[] = [
  { home: 120, work: 3_863, ...gantry },
  { home: 118, work: 3_861, ...gantry },
  { home: 80, work: 1_427, ...clamps },
  { home: 80, work: 1_430, ...clamps },
  { home: 90, work: 3_072, ...clamps },
  { home: 90, work: 3_070, ...clamps },
  { home: 0, work: 5_240, ...lift },
  { home: 0, work: 5_238, ...lift },
  { home: 159, work: 2_497, ...gantry },
  { home: 0, work: 410, ...power },
  { home: 12, work: 640, ...latch },
];

function positionOf(travel: Travel, step: Step, share: number): number {
  if (travel.moves.includes(step)) return Math.round(travel.home + (travel.work - travel.home) * share);
  return travel.works.includes(step) ? travel.work : travel.home;
}

type MachineState = { station: FleetStation; machine: Machine };

function atlasStepper({ station, machine }: MachineState, travel: Travel, index: number) {
  const draw = (n: number) => randomUnit(station.seed, MOTOR_KEY, index, n, machine.swaps);
  const isMoving = travel.moves.includes(machine.step);
  const isHome = !isMoving && !travel.works.includes(machine.step);
  return {
    name: `Step${index}`,
    current_position: positionOf(travel, machine.step, draw(1)) + Math.round(3 * draw(2)),
    zero_fail: draw(3) < 0.01,
    time_of_last_op: Math.round(900 + 2_600 * draw(4)),
    hit_switch: isHome,
    last_switch: Math.round(6 * draw(5)),
    zero_error: Math.round(9 * draw(6)) - 4,
    zero_time: Math.round(1_200 + 700 * draw(7)),
    stalled: false,
    base_stall_threshold: 60 + 2 * index,
    last_stall_threshold: 60 + 2 * index + Math.round(6 * draw(8)),
    last_travel_dist: Math.abs(travel.work - travel.home) + Math.round(5 * draw(9)),
    home_on_switch: true,
    idle_lock: index < 2 || index === 8,
    speed: index < 2 ? 2_400 : 1_600,
    zero_speed: 400,
    accel: 1_200,
    microsteps: 16,
    rms: index === 6 || index === 7 ? 1_400 : 900,
    zero_direction: index % 2,
    drive_direction: 1 - (index % 2),
    sg_unlock: false,
  };
}

const GRIPPED = new Set<Step>(["SWAPPING", "READY"]);

function dcMotors({ step }: Machine) {
  const isGripping = GRIPPED.has(step);
  const isRoofMoving = step === "OPENING" || step === "CLOSING";
  return [
    { name: "dc0", active: step === "CENTERING", button: isGripping, is_home: !isGripping },
    { name: "dc1", active: step === "CENTERING", button: isGripping, is_home: !isGripping },
    { name: "dc2", active: isRoofMoving, button: step === "IDLE", is_home: step === "IDLE" },
  ];
}

function brushlessMotors({ seed }: FleetStation, { step, swaps }: Machine) {
  const isGripping = GRIPPED.has(step);
  return [0, 1].map((index) => ({
    name: `bldc${index}`,
    active: step === "CENTERING",
    button: isGripping,
    is_home: !isGripping,
    using_EXT_board: true,
    motion_time_set: 1_800,
    elapsed_time: Math.round(1_500 + 250 * randomUnit(seed, MOTOR_KEY, 99 + index, swaps)),
    fg_signal_changed: true,
    stopped_with_fg: true,
  }));
}

type NamedTravel = { name: string } & Travel;

const OTHERS: Record<Exclude<StationType, "atlas">, readonly NamedTravel[]> = {
  universal: [
    { name: "door", home: 0, work: 8_200, ...door },
    { name: "arm", home: 110, work: 2_980, ...gantry },
    { name: "lift", home: 60, work: 1_870, ...gantry },
    { name: "clamp", home: 40, work: 620, ...latch },
    { name: "center_left", home: 40, work: 1_210, ...clamps },
    { name: "center_right", home: 40, work: 1_208, ...clamps },
  ],
  global: [
    { name: "door", home: 0, work: 6_400, ...door },
    { name: "carousel", home: 0, work: 4_096, ...gantry },
    { name: "lift", home: 80, work: 1_540, ...gantry },
    { name: "hatch", home: 0, work: 900, ...latch },
    { name: "center", home: 30, work: 1_180, ...clamps },
  ],
};

function otherMotors({ seed }: FleetStation, { step, swaps }: Machine, motors: readonly NamedTravel[]) {
  return motors.map((motor, index) => {
    const position = positionOf(motor, step, randomUnit(seed, MOTOR_KEY, index, swaps));
    const isMoving = motor.moves.includes(step);
    return {
      name: motor.name,
      port: index + 1,
      status: isMoving ? "MOVING" : "READY",
      position,
      encoder: position * 4 + Math.round(6 * randomUnit(seed, MOTOR_KEY, index, swaps, 1)),
      power: isMoving ? 38 + Math.round(20 * randomUnit(seed, MOTOR_KEY, index, swaps, 2)) : 0,
    };
  });
}
