import type { z } from "zod";
import { ownValue } from "../../lib/index.ts";
import type { atlasBldcMotor, atlasDcMotor, atlasStepper, motor } from "./motors.ts";
import { readingText } from "./reading.ts";
import type { Snapshot } from "../snapshot.ts";
import type { StationType } from "../station-type.ts";

/** The parts that the motors of an atlas station move (specification, section 3). */
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

/** The label of a motor; a motor without a known part keeps its own name. */
export function motorName(name: string): string {
  return ownValue(motorNames, name) ?? name;
}

/** A table of the Motors tab: a row for each motor, its cells as text in the order of `head`. */
export type MotorTable = { title: string; head: string[]; rows: { name: string; cells: string[] }[] };

/** The tables of the Motors tab: the general one, and for atlas stations those of steppers, DC and BLDC motors. */
export function motorTables(snapshot: Snapshot, type: StationType): MotorTable[] {
  const general = table("Motors", motorColumns, snapshot.motors);
  if (type !== "atlas") return [general];
  return [
    general,
    table("Stepper Motors", stepperColumns, snapshot.motors_atlas),
    table("DC Motors", dcColumns, snapshot.motors_dc_atlas),
    table("BLDC Motors", bldcColumns, snapshot.motors_bldc_atlas),
  ];
}

type Reading = string | number | boolean | null | undefined;
type Columns<M> = readonly (readonly [label: string, read: (motor: M) => Reading])[];

function table<M extends { name: string }>(title: string, columns: Columns<M>, motors: readonly M[] = []): MotorTable {
  return {
    title,
    head: ["Name", ...columns.map(([label]) => label)],
    rows: motors.map((motor) => ({
      name: motor.name,
      cells: [motorName(motor.name), ...columns.map(([, read]) => readingText(read(motor)))],
    })),
  };
}

const motorColumns: Columns<z.output<typeof motor>> = [
  ["Port", (motor) => motor.port],
  ["Status", (motor) => motor.status],
  ["Position", (motor) => motor.position],
  ["Encoder", (motor) => motor.encoder],
  ["Power", (motor) => motor.power],
];

const stepperColumns: Columns<z.output<typeof atlasStepper>> = [
  ["Position", (motor) => motor.current_position],
  ["Zero Fail", (motor) => motor.zero_fail],
  ["Last Op", (motor) => motor.time_of_last_op],
  ["Hit Switch", (motor) => motor.hit_switch],
  ["Last Switch", (motor) => motor.last_switch],
  ["Zero Error", (motor) => motor.zero_error],
  ["Zero Time", (motor) => motor.zero_time],
  ["Stalled", (motor) => motor.stalled],
  ["Base Stall Threshold", (motor) => motor.base_stall_threshold],
  ["Last Stall Threshold", (motor) => motor.last_stall_threshold],
  ["Last Travel", (motor) => motor.last_travel_dist],
  ["Home on Switch", (motor) => motor.home_on_switch],
  ["Idle Lock", (motor) => motor.idle_lock],
  ["Speed", (motor) => motor.speed],
  ["Zero Speed", (motor) => motor.zero_speed],
  ["Accel", (motor) => motor.accel],
  ["Microsteps", (motor) => motor.microsteps],
  ["RMS", (motor) => motor.rms],
  ["Zero Direction", (motor) => motor.zero_direction],
  ["Drive Direction", (motor) => motor.drive_direction],
  ["SG Unlock", (motor) => motor.sg_unlock],
];

const dcColumns: Columns<z.output<typeof atlasDcMotor>> = [
  ["Active", (motor) => motor.active],
  ["Button", (motor) => motor.button],
  ["Home", (motor) => motor.is_home],
];

const bldcColumns: Columns<z.output<typeof atlasBldcMotor>> = [
  ["Active", (motor) => motor.active],
  ["Button", (motor) => motor.button],
  ["Home", (motor) => motor.is_home],
  ["EXT Board", (motor) => motor.using_EXT_board],
  ["Motion Time Set", (motor) => motor.motion_time_set],
  ["Elapsed Time", (motor) => motor.elapsed_time],
  ["FG Signal Changed", (motor) => motor.fg_signal_changed],
  ["Stopped with FG", (motor) => motor.stopped_with_fg],
];
