import type { StationType } from "@groundcrew/shared/telemetry";

/** A typical failure: the job that fails, its error message, the tag that staff use for it, and possible solutions. */
export type Failure = { job: string | null; text: string; tag: string; solutions: readonly string[] };

const NOT_REPRODUCED = "Ran the job again without fault; watched ten swaps.";

const common: readonly Failure[] = [
  {
    job: "charge",
    text: "Charger slot 5 answered with abnormal voltage 11032",
    tag: "battery",
    solutions: ["Battery taken out of service, spare put in.", "Cleaned the contacts of slot 5."],
  },
  {
    job: "charge",
    text: "Charger slot 2 did not answer within 5 s",
    tag: "battery",
    solutions: ["Restarted the charger board.", NOT_REPRODUCED],
  },
  {
    job: "capture",
    text: "camera_charger did not deliver a frame",
    tag: "camera",
    solutions: ["Camera plugged in again.", "Replaced the USB cable of the camera."],
  },
  {
    job: null,
    text: "Telemetry process restarted",
    tag: "network",
    solutions: ["Known after updates; nothing to do.", "Out of memory; fixed with the next release."],
  },
  {
    job: "update_location",
    text: "The address service did not answer",
    tag: "network",
    solutions: ["Customer's firewall opened.", "Came back by itself after two minutes."],
  },
];

const atlas: readonly Failure[] = [
  {
    job: "swap_drone",
    text: "Gantry Y Left stalled before reaching zero",
    tag: "gantry",
    solutions: ["Cleaned the rail and homed all axes.", "Belt tightened by the site crew.", NOT_REPRODUCED],
  },
  {
    job: "swap_drone",
    text: "Left gripper did not report home",
    tag: "gantry",
    solutions: ["Gripper pad replaced.", NOT_REPRODUCED],
  },
  {
    job: "swap_drone",
    text: "Battery latch was not seen open",
    tag: "battery",
    solutions: ["Latch spring replaced.", "Battery was put in askew by hand; put right."],
  },
  {
    job: "home_all",
    text: "Step0 did not release the hit switch within 4000 ms",
    tag: "motor",
    solutions: ["Switch cable seated again.", "Homed by hand from the dashboard."],
  },
  {
    job: "close_roof",
    text: "Roof closed with the drone still on the pad",
    tag: "roof",
    solutions: ["Drone was parked on purpose.", "Pad sensor wiped clean."],
  },
  {
    job: "open_roof",
    text: "Roof opened past the soft limit",
    tag: "roof",
    solutions: ["RoofSlowdown lowered by 12 steps.", "Rollers greased on site."],
  },
  {
    job: "self_test",
    text: "Pad level sensor disagrees with motor position by 12",
    tag: "motor",
    solutions: ["Pad motors zeroed twice.", NOT_REPRODUCED],
  },
];

const universal: readonly Failure[] = [
  {
    job: "swap_drone",
    text: "Clamp slipped off the battery",
    tag: "motor",
    solutions: ["Clamp pads replaced.", NOT_REPRODUCED],
  },
  {
    job: "swap_drone",
    text: "Arm lost 14 counts between two moves",
    tag: "motor",
    solutions: ["Arm belt tightened.", "Encoder plug seated again."],
  },
  {
    job: "open_door",
    text: "Door did not reach its end switch",
    tag: "roof",
    solutions: ["Ice removed from the hinge.", "Door seal replaced."],
  },
  {
    job: "home_all",
    text: "Lift did not leave its switch within 3000 ms",
    tag: "motor",
    solutions: ["Spindle cleaned and greased.", "Homed by hand from the dashboard."],
  },
];

const global: readonly Failure[] = [
  {
    job: "swap_drone",
    text: "Carousel stopped 3 counts short of slot 4",
    tag: "motor",
    solutions: ["CarouselHome calibrated again.", NOT_REPRODUCED],
  },
  {
    job: "swap_drone",
    text: "Lift did not meet the battery",
    tag: "battery",
    solutions: ["LiftSlot raised by 6 steps.", NOT_REPRODUCED],
  },
  {
    job: "open_door",
    text: "Hatch switch did not open",
    tag: "roof",
    solutions: ["Switch bent back into place.", "Hinge greased on site."],
  },
];

/** Typical failures by station type. */
export const failures: Record<StationType, readonly Failure[]> = {
  atlas: [...atlas, ...common],
  universal: [...universal, ...common],
  global: [...global, ...common],
};
