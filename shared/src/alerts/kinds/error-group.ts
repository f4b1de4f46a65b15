import { z } from "zod";
import { wholeBetween } from "../../lib/index.ts";
import { defineRuleKind, listText } from "./definition.ts";

/** States of a group of errors that an alert can be about. */
export const alertedGroupState = z.enum(["new", "escalating", "regressed"]);

/** A group of errors is in one of `states`; a new one counts from `stations` stations on. */
export const errorGroup = defineRuleKind({
  label: "Error group",
  over: "The group is resolved, archived or ongoing",
  condition: z.strictObject({
    kind: z.literal("error_group"),
    states: z.array(alertedGroupState).min(1, "Choose at least one state.").max(3),
    stations: wholeBetween(1, 10_000, " stations"),
  }),
  text: ({ states, stations }) => `An error group is ${listText(states.map((state) => stateText(state, stations)))}`,
  isForStaff: true,
});

const STATE_LABELS = { new: "New", escalating: "Escalating", regressed: "Regressed" } as const;

function stateText(state: z.output<typeof alertedGroupState>, stations: number): string {
  const at = ` at ${stations} ${stations === 1 ? "station" : "stations"}`;
  return state === "new" ? `New${at}` : STATE_LABELS[state];
}
