import { z } from "zod";

const text = z.string().max(500);
const reading = z.union([z.number(), text, z.boolean()]).nullish();

/** A motor of any station type. */
export const motor = z.object({
  name: text,
  port: reading,
  status: reading,
  position: reading,
  encoder: reading,
  power: reading,
});

/** A stepper of an atlas station, named `Step0` to `Step10`. */
export const atlasStepper = z.object({
  name: text,
  current_position: reading,
  zero_fail: reading,
  time_of_last_op: reading,
  hit_switch: reading,
  last_switch: reading,
  zero_error: reading,
  zero_time: reading,
  stalled: reading,
  base_stall_threshold: reading,
  last_stall_threshold: reading,
  last_travel_dist: reading,
  home_on_switch: reading,
  idle_lock: reading,
  speed: reading,
  zero_speed: reading,
  accel: reading,
  microsteps: reading,
  rms: reading,
  zero_direction: reading,
  drive_direction: reading,
  sg_unlock: reading,
});

/** A DC motor of an atlas station, named `dc0` to `dc2`. */
export const atlasDcMotor = z.object({ name: text, active: reading, button: reading, is_home: reading });

/** A brushless motor of an atlas station, named `bldc0` or `bldc1`. */
export const atlasBldcMotor = z.object({
  name: text,
  active: reading,
  button: reading,
  is_home: reading,
  using_EXT_board: reading,
  motion_time_set: reading,
  elapsed_time: reading,
  fg_signal_changed: reading,
  stopped_with_fg: reading,
});
