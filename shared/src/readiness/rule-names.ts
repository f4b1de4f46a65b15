import { z } from "zod";

/** The rules of readiness, in the order in which they are listed. */
export const readinessRuleName = z.enum([
  "system",
  "stuck",
  "swaps_failed",
  "last_swap_failed",
  "no_battery",
  "few_batteries",
  "no_slot",
  "gripper",
  "pad_taken",
  "pad_unknown",
  "door_unknown",
  "pad_level",
  "door_open",
  "latch_gantry",
  "job_failed",
  "very_hot",
  "hot_or_cold",
  "hexboard",
  "charger",
  "camera_in_use",
  "other_camera",
  "error_message",
]);
export type ReadinessRuleName = z.output<typeof readinessRuleName>;

/** A number that can be changed: what it usually is, within which limits, and its name in sentences, if not that of the rule. */
export type RuleLimit = { usual: number; from: number; to: number; unit: string; name?: string };

/**
 * A rule that people may change: its name in the list, and its limits. `condition` says when it holds, unless the label does, with `{limit}` and
 * `{low}` in place of the numbers.
 */
export type RuleDefinition = {
  name: ReadinessRuleName;
  label: string;
  condition?: string;
  limit?: RuleLimit;
  /** A second limit, for what is too low. */
  low?: RuleLimit;
};
