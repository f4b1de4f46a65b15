import { z } from "zod";
import { defineRuleKind, holds, OVER } from "./definition.ts";

/** A battery in the charger is ABNORMAL_UNRECOVERABLE. */
export const batteryError = defineRuleKind({
  label: "Battery error",
  over: "No battery error any more",
  condition: z.strictObject({ kind: z.literal("battery_error") }),
  text: () => "A battery is ABNORMAL_UNRECOVERABLE",
  causes: ["offline", "not_ready", "no_reports"],
  reasons: ["no_battery", "few_batteries", "charger"],
  station: {
    isReading: true,
    state(_, { failed_slots: slots }) {
      if (slots.length === 0) return OVER;
      const detail = slots.length === 1 ? `slot ${slots[0]}` : `slots ${slots.join(", ")}`;
      return holds(`Battery Error in ${detail}`, { level: slots.length });
    },
    input: ({ up, failed_slots }) => up && failed_slots,
  },
});
