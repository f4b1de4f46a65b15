import { changing, handling, writing } from "./log-steps.ts";
import { keying, managing, organizing } from "./people-steps.ts";
import { refusal, type Caller, type State } from "./state.ts";
import { creating, editing, ending, saving, starting } from "./station-steps.ts";
import type { Planned, Step } from "./step.ts";
import type { World } from "./world.ts";

/** The caller with a number: nobody, one of the people, or the newest key. */
export function callerAt({ people, keys }: State, nth: number): Caller {
  const person = people[nth - 1];
  if (person) return { kind: "person", person };
  const key = keys.at(-1);
  return nth > people.length && key ? { kind: "key", key } : { kind: "nobody" };
}

const nothing = () => {};

/** What a step does; undefined when there is nothing to do it to. */
export function plan(world: World, given: Step): Planned | undefined {
  const caller = callerAt(world.state, given.who);
  const planned = planFor(world, given, caller);
  if (!planned) return undefined;
  const refused = refusal(caller, planned.endpoint);
  return refused === null ? planned : { ...planned, status: refused, apply: nothing };
}

function planFor(world: World, given: Step, caller: Caller): Planned | undefined {
  switch (given.does) {
    case "createStation":
      return creating(world, given);
    case "editStation":
    case "moveStation":
    case "retireStation":
      return editing(world, given);
    case "saveSsot":
      return saving(world, given, caller);
    case "writeEntry":
    case "reply":
      return writing(world, given, caller);
    case "changeStatus":
    case "publish":
    case "unpublish":
      return changing(world, given);
    case "logError":
      return undefined;
    case "resolveError":
    case "attachError":
      return handling(world, given);
    case "startMaintenance":
      return starting(world, given, caller);
    case "endMaintenance":
      return ending(world, given, caller);
    case "createKey":
    case "revokeKey":
      return keying(world, given, caller);
    case "permit":
    case "deletePerson":
    case "invite":
      return managing(world, given, caller);
    case "createOrganization":
      return organizing(world, given);
  }
}

/** True if an error of a station counts as open in its group, also while the station is in maintenance. */
export function isInTriage(state: State, station: string): boolean {
  const found = state.stations.find(({ name }) => name === station);
  return found !== undefined && !found.isRetired;
}
