import { z } from "zod";
import { holds, OVER, type RuleKindDefinition } from "./definition.ts";

/** A battery in the charger is ABNORMAL_UNRECOVERABLE. */
export const batteryErrorCondition = z.strictObject({ kind: z.literal("battery_error") });

export const batteryError: RuleKindDefinition<z.output<typeof batteryErrorCondition>> = {
  label: "Battery error",
  condition: batteryErrorCondition,
  text: () => "A battery is ABNORMAL_UNRECOVERABLE",
  causes: ["offline", "no_reports"],
  station: {
    isReading: true,
    state(_, { failed_slots: slots }) {
      if (slots.length === 0) return OVER;
      const detail = slots.length === 1 ? `slot ${slots[0]}` : `slots ${slots.join(", ")}`;
      return holds(`Battery Error in ${detail}`, { level: slots.length });
    },
    input: ({ up, failed_slots }) => up && failed_slots,
  },
};
