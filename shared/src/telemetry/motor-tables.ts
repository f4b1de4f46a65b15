import type { z } from "zod";
import { ownValue } from "../lib/index.ts";
import type { atlasBldcMotor, atlasDcMotor, atlasStepper, motor } from "./motors.ts";
import { readingText } from "./reading.ts";
import type { Snapshot } from "./snapshot.ts";
import type { StationType } from "./station-type.ts";

/** What the motors of an atlas station move (specification, section 3). */
const motorNames: Record<string, string> = {
  Step0: "Gantry Y Left",
  Step1: "Gantry Y Right",
  Step2: "Left Lat",
  Step3: "Right Lat",
  Step4: "Back Long",
  Step5: "Front Long",
  Step6: "PadMotor Left",
  Step7: "PadMotor Right",
  Step8: "Gantry Z",
  Step9: "PowerMotor",
  Step10: "Latch",
  dc0: "Left Gripper",
  dc1: "Right Gripper",
  dc2: "Roof",
  bldc0: "Left Gripper",
  bldc1: "Right Gripper",
};

/** What a motor is called; one without a known part keeps its own name. */
export function motorName(name: string): string {
  return ownValue(motorNames, name) ?? name;
}

/** A table of the Motors tab: a row for each motor, its cells as text in the order of the head. */
export type MotorTable = { title: string; head: string[]; rows: { name: string; cells: string[] }[] };

/** The tables of the Motors tab: the general one, and those of steppers, DC and BLDC motors for atlas stations only. */
export function motorTables(of: Snapshot, type: StationType): MotorTable[] {
  const general = table("Motors", motorColumns, of.motors);
  if (type !== "atlas") return [general];
  return [
    general,
    table("Stepper Motors", stepperColumns, of.motors_atlas),
    table("DC Motors", dcColumns, of.motors_dc_atlas),
    table("BLDC Motors", bldcColumns, of.motors_bldc_atlas),
  ];
}

type Reading = string | number | boolean | null | undefined;
type Columns<M> = readonly (readonly [label: string, of: (motor: M) => Reading])[];

function table<M extends { name: string }>(title: string, columns: Columns<M>, motors: readonly M[] = []): MotorTable {
  return {
    title,
    head: ["Name", ...columns.map(([label]) => label)],
    rows: motors.map((motor) => ({
      name: motor.name,
      cells: [motorName(motor.name), ...columns.map(([, of]) => readingText(of(motor)))],
    })),
  };
}

const motorColumns: Columns<z.output<typeof motor>> = [
  ["Port", (of) => of.port],
  ["Status", (of) => of.status],
  ["Position", (of) => of.position],
  ["Encoder", (of) => of.encoder],
  ["Power", (of) => of.power],
];

const stepperColumns: Columns<z.output<typeof atlasStepper>> = [
  ["Position", (of) => of.current_position],
  ["Zero Fail", (of) => of.zero_fail],
  ["Last Op", (of) => of.time_of_last_op],
  ["Hit Switch", (of) => of.hit_switch],
  ["Last Switch", (of) => of.last_switch],
  ["Zero Error", (of) => of.zero_error],
  ["Zero Time", (of) => of.zero_time],
  ["Stalled", (of) => of.stalled],
  ["Base Stall Threshold", (of) => of.base_stall_threshold],
  ["Last Stall Threshold", (of) => of.last_stall_threshold],
  ["Last Travel", (of) => of.last_travel_dist],
  ["Home on Switch", (of) => of.home_on_switch],
  ["Idle Lock", (of) => of.idle_lock],
  ["Speed", (of) => of.speed],
  ["Zero Speed", (of) => of.zero_speed],
  ["Accel", (of) => of.accel],
  ["Microsteps", (of) => of.microsteps],
  ["RMS", (of) => of.rms],
  ["Zero Direction", (of) => of.zero_direction],
  ["Drive Direction", (of) => of.drive_direction],
  ["SG Unlock", (of) => of.sg_unlock],
];

const dcColumns: Columns<z.output<typeof atlasDcMotor>> = [
  ["Active", (of) => of.active],
  ["Button", (of) => of.button],
  ["Home", (of) => of.is_home],
];

const bldcColumns: Columns<z.output<typeof atlasBldcMotor>> = [
  ["Active", (of) => of.active],
  ["Button", (of) => of.button],
  ["Home", (of) => of.is_home],
  ["EXT Board", (of) => of.using_EXT_board],
  ["Motion Time Set", (of) => of.motion_time_set],
  ["Elapsed Time", (of) => of.elapsed_time],
  ["FG Signal Changed", (of) => of.fg_signal_changed],
  ["Stopped with FG", (of) => of.stopped_with_fg],
];
