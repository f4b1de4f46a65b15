import type { PersonalTopic } from "@groundcrew/shared/notifications";

/** The kinds of events that concern one person. */
export type PersonalAct =
  | "assigned"
  | "reassigned"
  | "taken_over"
  | "released"
  | "expired"
  | "unacknowledged"
  | "group_changed"
  | "maintenance_ending"
  | "availability";

/** The titles of messages by kind of event: the prefix for one thing, null if its title says it, and the title for several. */
const TITLES: Record<PersonalAct, { topic: PersonalTopic; one: string | null; several: (count: number) => string }> = {
  assigned: { topic: "assigned", one: "Assigned to you", several: (count) => `${count} things were assigned to you` },
  reassigned: {
    topic: "assigned",
    one: "Assigned to someone else",
    several: (count) => `${count} things of yours were assigned to someone else`,
  },
  taken_over: { topic: "assigned", one: "Taken over", several: (count) => `${count} things of yours were taken over` },
  released: { topic: "assigned", one: "Released", several: (count) => `${count} things of yours were released` },
  expired: {
    topic: "assigned",
    one: "No longer assigned",
    several: (count) => `${count} things are no longer assigned`,
  },
  unacknowledged: {
    topic: "assigned",
    one: "Not acknowledged",
    several: (count) => `${count} things were not acknowledged`,
  },
  group_changed: {
    topic: "assigned",
    one: "Group changed",
    several: (count) => `${count} groups of yours were changed`,
  },
  maintenance_ending: {
    topic: "maintenance_ending",
    one: null,
    several: (count) => `${count} of your maintenance windows end soon`,
  },
  availability: { topic: "availability", one: null, several: (count) => `${count} reports of availability` },
};

export function topicOf(act: PersonalAct): PersonalTopic {
  return TITLES[act].topic;
}

/** The title of a notification: the event and its subject. */
export function personalTitle(act: PersonalAct, about: string): string {
  const { one } = TITLES[act];
  return one === null ? about : `${one}: ${about}`;
}

/** The group key of personal notifications that are sent in one message. */
export function personalKey(act: PersonalAct): string {
  return `${topicOf(act)}:${act}`;
}

/** The page for a message with a group key: the things that its recipient owns, unless it says that they no longer do. */
export function severalPath(key: string): string {
  if (key === personalKey("assigned") || key === personalKey("group_changed")) return "/attention?at-own=mine";
  if (key === personalKey("availability")) return "/stats/availability";
  return key === personalKey("maintenance_ending") ? "/" : "/attention";
}

/** The title of a message about several things with a common group key. */
export function severalTitle(key: string, count: number): string {
  const found = Object.entries(TITLES).find(([act, { topic }]) => `${topic}:${act}` === key);
  return found ? found[1].several(count) : `${count} notifications`;
}
