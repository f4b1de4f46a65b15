import { z } from "zod";
import { wholeBetween } from "../../lib/index.ts";
import { plainPattern } from "../../station-errors/index.ts";
import { builtInStationTypes } from "../../station-types/index.ts";
import { stationType } from "../../telemetry/index.ts";
import { defineRuleKind, holds, listText, OVER, shortenedTitle, type ConditionState } from "./definition.ts";

/** States of a group of errors that an alert can be about. */
const alertedGroupState = z.enum(["new", "escalating", "regressed"]);

/** A group of errors, as far as conditions are about it. `stations` have open errors of it and are not in maintenance. */
export type GroupFacts = {
  id: number;
  title: string;
  job_type: string | null;
  station_type: string | null;
  state: string;
  stations: number;
};

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
  isAboutGroups: true,
});

/** Evaluates a condition at a group. Its level rises each time that the number of its stations doubles. */
export function groupState(
  { states, stations: least }: z.output<typeof errorGroup.condition>,
  group: GroupFacts,
): ConditionState {
  const state = alertedGroupState.safeParse(group.state).data;
  if (state === undefined || !states.includes(state) || (state === "new" && group.stations < least)) return OVER;
  const title = `${STATE_LABELS[state]}: ${shortenedTitle(plainPattern(group.title))}`;
  const level = 1 + Math.floor(Math.log2(Math.max(1, group.stations)));
  return holds(title, { level, detail: aboutGroup(group) });
}

/** The group's number, job type and station type: "Group 118 · charge · Atlas". */
function aboutGroup({ id, job_type, station_type }: GroupFacts): string {
  const known = stationType.safeParse(station_type).data;
  const type = known === undefined ? station_type : builtInStationTypes[known].label;
  return [`Group ${id}`, job_type, type].filter(Boolean).join(" · ");
}

const STATE_LABELS = { new: "New", escalating: "Escalating", regressed: "Regressed" } as const;

function stateText(state: z.output<typeof alertedGroupState>, stations: number): string {
  const at = ` at ${stations} ${stations === 1 ? "station" : "stations"}`;
  return state === "new" ? `New${at}` : STATE_LABELS[state];
}
