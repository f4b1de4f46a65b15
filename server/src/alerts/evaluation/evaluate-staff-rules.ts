import { truncate } from "@groundcrew/shared/lib";
import type { AlertKind, Condition } from "@groundcrew/shared/alerts";
import { plainPattern } from "@groundcrew/shared/station-errors";
import { builtInStationTypes } from "@groundcrew/shared/station-types";
import { stationType } from "@groundcrew/shared/telemetry";
import type { Db } from "../../platform/db/index.ts";
import { selectActiveMatches, type EnabledRule, type ActiveMatch } from "./evaluation-queries.ts";
import { NO_RULE, resolved, type Finding } from "../life/finding.ts";
import {
  ALERTED_MAX,
  selectAlertedGroups,
  selectAlertedIncidents,
  selectExpired,
  type AlertedGroup,
  type AlertedIncident,
} from "./staff-finding-queries.ts";

const GROUP_STATES: Record<string, string> = { new: "New", escalating: "Escalating", regressed: "Regressed" };
const INCIDENTS: Record<string, { label: string; level: number }> = {
  incident_pending: { label: "Pending", level: 1 },
  incident_needs_action: { label: "Needs Action", level: 2 },
  incident_pending_urgent: { label: "Pending (Urgent)", level: 3 },
};
const NOT_SENT_AGAIN = { cause: "sender", reason: "Alertmanager no longer sends it" } as const;
const TITLE_MAX = 120;
/** More stations than there are. */
const STATIONS_MAX = 1_000_000;

type FiringFinding = Extract<Finding, { type: "firing" }>;

/** Evaluates the rules about groups of errors and incidents; returns the differences from the stored matches. */
export async function evaluateStaffRules(db: Db, rules: readonly EnabledRule[]): Promise<Finding[]> {
  const concerned = rules.filter(({ condition: { kind } }) => kind === "error_group" || kind === "incident");
  if (concerned.length === 0) return [];
  const groups = await selectAlertedGroups(db, groupsOf(concerned));
  const incidents = await selectAlertedIncidents(db);
  const firing = concerned.flatMap((rule) => {
    const ofGroups = groups.flatMap((group) => groupFinding(rule, rule.condition, group) ?? []);
    return ofGroups.concat(incidents.flatMap((incident) => incidentFinding(rule, rule.condition, incident) ?? []));
  });
  // If there are more, the conditions of those that were not read may still hold.
  const complete = new Set<AlertKind>();
  if (groups.length < ALERTED_MAX) complete.add("error_group");
  if (incidents.length < ALERTED_MAX) complete.add("incident");
  const active = (await selectActiveMatches(db)).filter(({ kind }) => kind === "error_group" || kind === "incident");
  return difference(firing, active, complete);
}

/** Resolves the alerts that Alertmanager no longer sends at a time (ms). */
export async function findExpired(db: Db, now: number): Promise<Finding[]> {
  const subjects = await selectExpired(db, new Date(now).toISOString());
  return subjects.map((subject) => resolved({ rule: NO_RULE, kind: "external", subject }, NOT_SENT_AGAIN));
}

/** The states of groups that rules are about, and the least number of stations. */
function groupsOf(rules: readonly EnabledRule[]): { states: string[]; stations: number } {
  const conditions = rules.flatMap(({ condition }) => (condition.kind === "error_group" ? condition : []));
  return {
    states: [...new Set(conditions.flatMap(({ states }) => states))],
    stations: Math.min(STATIONS_MAX, ...conditions.map(({ stations }) => stations)),
  };
}

function difference(
  firing: readonly FiringFinding[],
  active: readonly ActiveMatch[],
  complete: ReadonlySet<AlertKind>,
): Finding[] {
  const known = new Map(active.map((match) => [`${match.rule_id} ${match.subject}`, match]));
  const found = firing.filter(({ rule, about, content }) => {
    const key = `${rule} ${about.subject}`;
    const match = known.get(key);
    known.delete(key);
    return !match || match.level !== content.level || match.title !== content.title;
  });
  const ended = [...known.values()].filter(({ kind }) => complete.has(kind));
  return [...found, ...ended.map(({ rule_id: rule, kind, subject }) => resolved({ rule, kind, subject }))];
}

/** The finding for a group. Its level rises each time that the number of its stations doubles. */
function groupFinding(
  { id: rule, severity }: EnabledRule,
  condition: Condition,
  group: AlertedGroup,
): FiringFinding | null {
  if (condition.kind !== "error_group" || !condition.states.some((state) => state === group.state)) return null;
  if (group.state === "new" && group.stations < condition.stations) return null;
  const title = `${GROUP_STATES[group.state] ?? group.state}: ${shortened(plainPattern(group.title))}`;
  return {
    type: "firing",
    rule,
    about: { kind: "error_group", subject: `group:${group.id}`, station: null, orgId: null, site: null, members: [] },
    content: {
      severity,
      since: Date.parse(group.since),
      level: 1 + Math.floor(Math.log2(Math.max(1, group.stations))),
      title,
      plain: title,
      detail: aboutGroup(group),
      why: null,
      stations: group.stations,
    },
  };
}

/** The group's number, job type and station type: "Group 118 · charge · Atlas". */
function aboutGroup({ id, job_type, station_type }: AlertedGroup): string {
  const known = stationType.safeParse(station_type).data;
  const type = known === undefined ? station_type : builtInStationTypes[known].label;
  return [`Group ${id}`, job_type, type].filter(Boolean).join(" · ");
}

function incidentFinding(
  { id: rule, severity }: EnabledRule,
  condition: Condition,
  incident: AlertedIncident,
): FiringFinding | null {
  const { status, station } = incident;
  if (condition.kind !== "incident" || !condition.statuses.some((one) => one === status)) return null;
  const { label, level } = INCIDENTS[status] ?? { label: status, level: 1 };
  const title = `${label}: ${shortened(incident.content.trim().split("\n", 1)[0] ?? "")}`;
  return {
    type: "firing",
    rule,
    about: { kind: "incident", subject: `incident:${incident.id}`, station, orgId: null, site: null, members: [] },
    content: {
      severity,
      since: Date.parse(incident.since),
      level,
      title,
      plain: title,
      detail: "",
      why: null,
      stations: 1,
    },
  };
}

function shortened(text: string): string {
  const sentence = text.trim().replace(/\.$/, "");
  return sentence.length <= TITLE_MAX ? sentence : `${truncate(sentence, TITLE_MAX - 1)}…`;
}
