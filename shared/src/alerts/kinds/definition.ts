import type { z } from "zod";
import { MINUTE_MS, truncate } from "../../lib/index.ts";
import type { Readiness, ReasonCode } from "../../readiness/index.ts";
import type { StationType } from "../../telemetry/index.ts";
import type { ReadingLimits } from "../reading-limits.ts";

/**
 * The facts about a station that conditions need. Times are in ms. A fact is null if it is not known at the moment: the temperature of a station that
 * does not report one. `usual_gap` is the median time between swaps, null for a station with too few.
 */
export type StationConditionFacts = {
  up: boolean;
  last_online: number | null;
  temperature: number | null;
  /** Slots with a battery that is ABNORMAL_UNRECOVERABLE. */
  failed_slots: readonly number[];
  /** The hottest battery in the charger. */
  hottest: { slot: number; celsius: number } | null;
  missing_cameras: readonly string[];
  clock_skew_ms: number | null;
  last_swapped: number | null;
  usual_gap: number | null;
  /** When errors were logged within the last day, latest first. */
  errors: readonly number[];
  firmware: string | null;
  /** When the link was lost within the last day, latest first. */
  losses: readonly number[];
  station_type: StationType;
  /** Null for a station that has not been evaluated yet. */
  readiness: Readiness | null;
};

/**
 * Whether a condition holds: since when (null for since now), and how bad it is, which grows when it gets worse. `plain` is the title without
 * the limit of the rule, for those whose rule it is not. `unknown` changes nothing.
 */
export type ConditionState =
  | {
      state: "holds";
      since: number | null;
      level: number;
      title: string;
      plain: string;
      detail: string;
      shared: SharedReason | null;
    }
  | { state: "over" }
  | { state: "unknown" };

/**
 * Why a condition holds, if several stations of a site may have the same reason and are one alert then. Equal reasons have the same `key`, without a
 * colon. `since` (ms) is when it began, and `title` that of their alert.
 */
export type SharedReason = { key: string; since: number; title: string };

/** The time (ms), and the level of the alert that a condition has already made, null without one. */
export type Moment = { now: number; before: number | null };

/**
 * Alerts that an alert of a kind may be grouped into, nearest first: of its station's link, its site, the server, a group of its errors, its
 * station's readiness, or that of several stations of its site.
 */
export type CauseKind = "offline" | "site_outage" | "no_reports" | "error_group" | "not_ready" | "site_not_ready";

/** A kind of alerts. */
export type AlertKindDefinition = {
  /** In filters and in the choice of a rule's condition. */
  label: string;
  /** Why an alert has resolved. */
  over: string;
  /** Rules that customers cannot have, and alerts that they do not see. */
  isForStaff?: true;
  /** Alerts that one of the kind may be grouped into, nearest first. */
  causes?: readonly CauseKind[];
};

/** A kind of rule: everything about it except how its form looks. `C` is a condition of the kind. */
export type RuleKindDefinition<C> = AlertKindDefinition & {
  /** Its name and settings. */
  condition: z.ZodType<C>;
  /** A condition as a sentence without its full stop. */
  text(condition: C): string;
  /** How long the condition has to hold before it makes an alert (minutes). */
  heldMinutes?(condition: C): number;
  /** Reasons of readiness that are about the same. An alert that its station is not ready explains it while it has one of them. */
  reasons?: readonly ReasonCode[];
  /** Its alerts explain only those of a station that are about one of the reasons that the station has now. */
  explainsReasons?: true;
  /** Its alerts are about groups of errors, whichever stations have them. */
  isAboutGroups?: true;
  /** How the condition of a station is evaluated; absent for kinds about something else, whose files have a function for that. */
  station?: StationEvaluation<C>;
};

/** Declares a kind of rule. */
export function defineRuleKind<Schema extends z.ZodObject>(
  definition: Omit<RuleKindDefinition<z.output<Schema>>, "condition"> & { condition: Schema },
) {
  return definition;
}

type StationEvaluation<C> = {
  /** It is about what the station reports at the moment. While it is offline, its last reading says nothing. */
  isReading?: true;
  /** The facts that are not on the board and have to be read for it. */
  signal?: "errors" | "losses" | "usual_gap";
  state(condition: C, facts: StationConditionFacts, moment: Moment): ConditionState;
  /** The input that decides about conditions of the kind: while it is the same, so is the result, unless time changes it. */
  input(facts: StationConditionFacts): unknown;
  /** When the condition may change although nothing is reported (ms), because only time decides; null if only a report can change it. */
  nextChange?(condition: C, facts: StationConditionFacts, moment: Moment): number | null;
  /** Within which readings it cannot hold, for a condition that compares a reading with a limit. */
  limits?(condition: C): Partial<ReadingLimits>;
};

export const OVER = { state: "over" } as const;
export const UNKNOWN = { state: "unknown" } as const;

type Holding = {
  since?: number | null;
  level?: number;
  plain?: string;
  detail?: string;
  shared?: SharedReason | null;
};

export function holds(
  title: string,
  { since = null, level = 1, plain = title, detail = "", shared = null }: Holding = {},
): ConditionState {
  return { state: "holds", since, level, title, plain, detail, shared };
}

/** A temperature gets worse with each five degrees. */
const LEVEL_DEGREES = 5;

type Exceeding = {
  excess: number;
  /** How far it has to be back. */
  margin: number;
  before: number | null;
  plain: string;
  limit: string;
  /** The title while it is back within the limit, but not by the margin. */
  back: string;
};

/** The state of a temperature that exceeds its limit by `excess`. */
export function exceeding({ excess, margin, before, plain, limit, back }: Exceeding): ConditionState {
  if (excess <= (before === null ? 0 : -margin)) return OVER;
  const level = levelOf(excess, before, margin);
  return holds(excess > 0 ? `${plain}, limit ${limit}` : back, { level, plain });
}

/** A level is left downwards only by the margin. */
function levelOf(excess: number, before: number | null, margin: number): number {
  const level = 1 + Math.max(0, Math.floor(excess / LEVEL_DEGREES));
  const isNear = before !== null && excess > (before - 1) * LEVEL_DEGREES - margin;
  return isNear ? Math.max(level, before) : level;
}

/** How many things have to happen within some minutes; an alert is over with less than half of them. */
export type CountLimit = { limit: number; minutes: number };

/** How many of some times, latest first, count now; null for fewer than it takes. */
export function countWithin(times: readonly number[], { limit, minutes }: CountLimit, moment: Moment): number | null {
  const count = times.filter((at) => at > moment.now - minutes * MINUTE_MS).length;
  return count >= countNeeded(limit, moment) ? count : null;
}

/** When the last of those times that it takes leaves the minutes in which it is counted; null if it did already. */
export function leavesAt(times: readonly number[], { limit, minutes }: CountLimit, moment: Moment): number | null {
  const at = times[countNeeded(limit, moment) - 1];
  const end = at === undefined ? moment.now : at + minutes * MINUTE_MS;
  return end > moment.now ? end : null;
}

function countNeeded(limit: number, { before }: Moment): number {
  return before === null ? limit : Math.ceil(limit / 2);
}

const TITLE_MAX = 120;

/** The first words of others' text, as part of a title. */
export function shortenedTitle(text: string): string {
  const sentence = text.trim().replace(/\.$/, "");
  return sentence.length <= TITLE_MAX ? sentence : `${truncate(sentence, TITLE_MAX - 1)}…`;
}

/** One of several parts, in a sentence. */
export function listText(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} or ${parts.at(-1)}`;
}

export function forText(minutes: number): string {
  return minutes === 0 ? "" : ` for ${minutesText(minutes)}`;
}

export function minutesText(minutes: number): string {
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
