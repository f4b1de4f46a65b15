import { z } from "zod";
import { defineRuleKind, holds, OVER } from "../../../shared/src/alerts/kinds/definition.ts";

/** At least `count` batteries in the charger are ABNORMAL_UNRECOVERABLE. An example of a kind of rule, as those of `shared/src/alerts/kinds`. */
export const failedBatteries = defineRuleKind({
  label: "Failed batteries",
  over: "Fewer batteries have failed",
  condition: z.strictObject({ kind: z.literal("failed_batteries"), count: z.int().min(1) }),
  text: ({ count }) => `At least ${count} batteries are ABNORMAL_UNRECOVERABLE`,
  heldMinutes: () => 2,
  station: {
    isReading: true,
    state: ({ count }, { failed_slots: { length } }) =>
      length < count ? OVER : holds(`${length} batteries have failed`, { level: length }),
    input: ({ up, failed_slots }) => up && failed_slots,
  },
});
