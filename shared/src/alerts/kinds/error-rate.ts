import { z } from "zod";
import { wholeBetween, wholeMinutes } from "../../lib/index.ts";
import { countWithin, defineRuleKind, holds, leavesAt, minutesText, OVER } from "./definition.ts";

/** At least `errors` station errors within `minutes`; over with less than half of them. */
export const errorRate = defineRuleKind({
  label: "Error rate",
  over: "Fewer errors again",
  condition: z.strictObject({
    kind: z.literal("error_rate"),
    errors: wholeBetween(1, 10_000, " errors"),
    minutes: wholeMinutes(1, 1_440),
  }),
  text: ({ errors, minutes }) => `${countText(errors)} within ${minutesText(minutes)}`,
  causes: ["error_group"],
  station: {
    signal: "errors",
    state({ errors: limit, minutes }, { errors }, moment) {
      const count = countWithin(errors, { limit, minutes }, moment);
      return count === null ? OVER : holds(`${countText(count)} within ${minutes} min`);
    },
    input: ({ errors }) => errors,
    nextChange: ({ errors: limit, minutes }, { errors }, moment) => leavesAt(errors, { limit, minutes }, moment),
  },
});

function countText(count: number): string {
  return `${count} ${count === 1 ? "error" : "errors"}`;
}
