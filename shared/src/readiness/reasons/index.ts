import { charger, fewBatteries, noBattery, noSlot } from "./batteries.ts";
import type { ReasonKind } from "./definition.ts";
import { cameraInUse, errorMessage, hexboard, hotOrCold, otherCamera, veryHot, warnMessage } from "./equipment.ts";
import { maintenance, never, noData, offline, silent } from "./link.ts";
import { doorOpen, doorUnknown, drone, gantry, gripper, latch, padLevel, padTaken, padUnknown } from "./positions.ts";
import { errorGroup, jobFailed, lastSwapFailed, swapsFailed } from "./swaps.ts";
import { busy, starting, stopped, stuck } from "./system.ts";

export { SILENT_MS } from "./link.ts";
export type { Observation, ReasonKind, RuleLimits } from "./definition.ts";

/** All reasons, in the order in which those with the same effect are listed. */
export const REASONS: readonly ReasonKind[] = [
  maintenance,
  never,
  noData,
  offline,
  silent,
  stopped,
  starting,
  stuck,
  swapsFailed,
  lastSwapFailed,
  errorGroup,
  noBattery,
  fewBatteries,
  noSlot,
  gripper,
  padTaken,
  padUnknown,
  doorUnknown,
  padLevel,
  doorOpen,
  latch,
  gantry,
  jobFailed,
  veryHot,
  hotOrCold,
  hexboard,
  charger,
  cameraInUse,
  otherCamera,
  errorMessage,
  warnMessage,
  busy,
  drone,
];

/** The reason of a station that works. */
export const BUSY = busy.id;
