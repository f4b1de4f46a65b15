import { randomFrom, type Failure, type Random } from "@groundcrew/simulator/model";
import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import { AUTHORS } from "./organizations.ts";
import type { Plan } from "./plan.ts";
import type { DemoError } from "./station-errors.ts";

/** A support log entry in the demo. `errors` are indices in the station's list of errors; replies are notes. */
export type DemoEntry = {
  author: string;
  status: string;
  content: string;
  public: boolean;
  created: number;
  tags: string[];
  replies: { author: string; content: string; created: number }[];
  errors: number[];
};

/** The tags of the support log. `alias_of` names the tag that an alias refers to. */
export const demoTags: readonly { name: string; alerting?: true; alert_target?: string; alias_of?: string }[] = [
  { name: "motor", alerting: true, alert_target: "mechanics@groundcrew.example" },
  { name: "gantry", alerting: true, alert_target: "mechanics@groundcrew.example" },
  { name: "roof", alerting: true, alert_target: "mechanics@groundcrew.example" },
  { name: "battery", alerting: true, alert_target: "power@groundcrew.example" },
  { name: "network", alerting: true, alert_target: "oncall@groundcrew.example" },
  { name: "camera", alerting: true, alert_target: "oncall@groundcrew.example" },
  { name: "climate" },
  { name: "site-visit" },
  { name: "spare-part" },
  { name: "customer" },
  { name: "batt", alias_of: "battery" },
  { name: "door", alias_of: "roof" },
  { name: "cam", alias_of: "camera" },
  { name: "wifi", alias_of: "network" },
];

const KEY = 9;

const NOTES: readonly string[] = [
  "Customer informed about the maintenance window on Thursday.",
  "Site contact is on leave until the 14th; call the control room instead.",
  "Access only with an escort. Badge requests take two days.",
  "Station moved 3 m to the west, new foundation.",
];

const RECORDS: readonly string[] = [
  "Yearly service done: belts, filters, roof seal, gripper pads.",
  "Firmware updated from the dashboard; ten test swaps without a fault.",
  "Gantry positions calibrated again after the move.",
  "Replaced the air filter and both fans.",
];

const OPEN: readonly { status: string; lead: string }[] = [
  {
    status: "incident_pending_urgent",
    lead: "Keeps the station from working. Spare part on its way; keep the pad clear.",
  },
  { status: "incident_needs_action", lead: "Came back twice since yesterday. Needs someone on site." },
  { status: "incident_pending", lead: "Waiting for the customer to give us access." },
  { status: "incident_deferred", lead: "Works with a retry. To be done at the next service." },
];

const REPLIES: readonly string[] = [
  "Courier confirmed for tomorrow 09:00.",
  "Asked the site crew for a photo of the rail.",
  "Watched it over the cameras for an hour: no further fault.",
  "Same as last spring at the neighbouring station.",
  "Customer has been notified.",
];

/** The support log of a station, oldest first. */
export function supportLogOf(plan: Plan, errors: readonly DemoError[], now: number): DemoEntry[] {
  const random = randomFrom(plan.seed, KEY);
  const taken = new Set<number>();
  const entries = [
    ...plain(plan, { random, now }),
    ...resolvedIncidents({ random, errors, taken }),
    ...openIncidents(plan, { random, errors, taken, now }),
  ];
  return entries.sort((a, b) => a.created - b.created);
}

function plain(plan: Plan, { random, now }: { random: Random; now: number }): DemoEntry[] {
  const age = now - plan.created;
  const entry = (status: string, content: string): DemoEntry => ({
    author: random.pick(AUTHORS),
    status,
    content,
    public: random.chance(0.3),
    created: Math.floor(now - age * random.between(0.02, 0.9)),
    tags: status === "record" && random.chance(0.6) ? ["site-visit"] : [],
    replies: [],
    errors: [],
  });
  return [
    ...(random.chance(0.45) ? [entry("note", random.pick(NOTES))] : []),
    ...(random.chance(0.4) ? [entry("record", random.pick(RECORDS))] : []),
  ];
}

type Writing = { random: Random; errors: readonly DemoError[]; taken: Set<number> };

/** Incidents for a few of the resolved errors. Resolving an incident resolved its errors. */
function resolvedIncidents({ random, errors, taken }: Writing): DemoEntry[] {
  return errors.flatMap((error, index): DemoEntry[] => {
    if (!error.handled || taken.has(index) || !random.chance(0.06)) return [];
    const attached = alike(errors, { index, taken, isHandled: true });
    const created = error.logged + Math.min(random.between(0.1, 0.45) * HOUR_MS, (error.handled.at - error.logged) / 2);
    const closing = { author: error.handled.by, content: error.handled.solution, created: error.handled.at };
    return [
      incident(error.failure, { random, status: "incident_resolved", created, errors: attached, replies: [closing] }),
    ];
  });
}

/** Incidents that are not resolved yet, on stations with unresolved errors. */
function openIncidents(plan: Plan, { random, errors, taken, now }: Writing & { now: number }): DemoEntry[] {
  const waiting = errors.flatMap((error, index) => (error.handled ? [] : [index]));
  const wanted = Math.min(4, Math.ceil(waiting.length / 4));
  const entries: DemoEntry[] = [];
  for (const index of waiting) {
    const error = errors[index];
    if (entries.length >= wanted) break;
    if (!error || taken.has(index)) continue;
    const attached = alike(errors, { index, taken, isHandled: false }).slice(0, 8);
    const kind = OPEN[(plan.index + entries.length) % OPEN.length];
    const created = Math.min(now - HOUR_MS / 2, error.logged + random.between(0.2, 5) * HOUR_MS);
    const replies = random.chance(0.5) ? [replyAfter(created, { random, now })] : [];
    const open = incident(error.failure, { random, status: kind?.status ?? "", created, errors: attached, replies });
    entries.push({ ...open, content: `${open.content}\n${kind?.lead ?? ""}` });
  }
  return entries;
}

function replyAfter(created: number, { random, now }: { random: Random; now: number }): DemoEntry["replies"][number] {
  const at = Math.min(created + random.between(0.05, 1) * DAY_MS, (created + now) / 2);
  return { author: random.pick(AUTHORS), content: random.pick(REPLIES), created: Math.floor(at) };
}

/** Indices of the error and of others with the same failure within a day, which belong to one incident. */
function alike(
  errors: readonly DemoError[],
  { index, taken, isHandled }: { index: number; taken: Set<number>; isHandled: boolean },
): number[] {
  const first = errors[index];
  const found = errors.flatMap((error, position) => {
    const fits = error.failure === first?.failure && (error.handled !== null) === isHandled && !taken.has(position);
    return fits && Math.abs(error.logged - first.logged) < DAY_MS ? [position] : [];
  });
  for (const position of found) taken.add(position);
  return found;
}

type Incident = Pick<DemoEntry, "status" | "created" | "errors" | "replies"> & { random: Random };

function incident(failure: Failure, { random, status, created, errors, replies }: Incident): DemoEntry {
  return {
    author: random.pick(AUTHORS),
    status,
    content: `${failure.text}.`,
    public: random.chance(0.25),
    created: Math.floor(created),
    tags: [failure.tag, ...(random.chance(0.2) ? ["spare-part"] : [])],
    replies,
    errors,
  };
}
