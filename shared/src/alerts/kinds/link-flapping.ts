import { z } from "zod";
import { wholeBetween, wholeMinutes } from "../../lib/index.ts";
import { countWithin, defineRuleKind, holds, leavesAt, minutesText, OVER } from "./definition.ts";

/** The link was lost at least `times` times within `minutes`; over with less than half of them. */
export const linkFlapping = defineRuleKind({
  label: "Unstable link",
  over: "The link is stable again",
  condition: z.strictObject({
    kind: z.literal("link_flapping"),
    times: wholeBetween(2, 100, " times"),
    minutes: wholeMinutes(5, 1_440),
  }),
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
});
