import { z } from "zod";
import { countWithin, holds, leavesAt, minutesText, OVER, type RuleKindDefinition } from "./definition.ts";
import { wholeBetween, wholeMinutes } from "./fields.ts";

/** The link was lost at least `times` times within `minutes`; over with less than half of them. */
export const linkFlappingCondition = z.strictObject({
  kind: z.literal("link_flapping"),
  times: wholeBetween(2, 100, " times"),
  minutes: wholeMinutes(5, 1_440),
});

export const linkFlapping: RuleKindDefinition<z.output<typeof linkFlappingCondition>> = {
  label: "Unstable link",
  condition: linkFlappingCondition,
  text: ({ times, minutes }) => `The link is lost ${times} times within ${minutesText(minutes)}`,
  causes: ["no_reports"],
  station: {
    signal: "losses",
    state({ times: limit, minutes }, { losses }, moment) {
      const count = countWithin(losses, { limit, minutes }, moment);
      return count === null ? OVER : holds(`Link lost ${count} times within ${minutes} min`);
    },
    input: ({ losses }) => losses,
    nextChange: ({ times: limit, minutes }, { losses }, moment) => leavesAt(losses, { limit, minutes }, moment),
  },
};
