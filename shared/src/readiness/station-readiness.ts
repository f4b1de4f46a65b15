import { countCharger, nextCharge, type NextCharge } from "./charging.ts";
import type { ReadinessFacts, ReadinessReadings } from "./facts.ts";
import { effectOf, nextHold, type Evaluation, type Hold, type Shown } from "./hold.ts";
import {
  bitOf,
  isAtLeast,
  READINESS_FIELDS,
  reasonEffect,
  stateOfEffect,
  type Readiness,
  type ReadinessReason,
  type ReasonEffect,
} from "./readiness.ts";
import { BUSY, SILENT_MS, type Observation } from "./reasons/index.ts";
import type { ReadinessRuleName } from "./rule-names.ts";
import type { AppliedRule, AppliedRules } from "./rules.ts";
import { systemWord } from "./words.ts";

/**
 * The readiness of a station, and what the next evaluation needs. All of it is the same object until something in it changes, and so is each part.
 * `due` is when it has to be evaluated again although no fact has changed (ms), null for never: before, the same facts have the same result.
 */
export type StationReadiness = {
  readiness: Readiness;
  due: number | null;
  /** The conditions that hold, in the order of reasons. */
  holds: readonly Hold[];
  next: NextCharge;
  /** A bit for each field that is not reported. */
  missing: number;
  /** True once readings of the station have been evaluated. */
  isKnown: boolean;
};

/**
 * The time (ms), and the last result for the station, null for none. `hasNewRules` says that no fact has changed since, but rules have: what they
 * change counts at once.
 */
export type ReadinessMoment = { now: number; before: StationReadiness | null; hasNewRules?: boolean };

const NO_HOLDS: readonly Hold[] = [];

/**
 * Decides whether a drone can land and swap now, and if not, why. Evaluated again whenever a fact or a rule changes, and when it is due. Null for
 * retired stations.
 */
export function stationReadiness(
  facts: ReadinessFacts,
  rules: AppliedRules,
  { now, before, hasNewRules = false }: ReadinessMoment,
): StationReadiness | null {
  if (facts.is_retired) return null;
  const seen = observe(facts, rules, { now, before });
  const isKnown = seen.isCurrent || before?.isKnown === true;
  const run: Evaluation = { seen, isKnown, hasNewRules, due: Infinity, ended: -Infinity, missing: 0 };
  const holds = nextHolds(rules.reasons, before?.holds ?? NO_HOLDS, run);
  const after = {
    due: run.due === Infinity ? null : run.due,
    holds,
    next: seen.next,
    missing: seen.isCurrent ? run.missing : (before?.missing ?? 0),
    isKnown,
  };
  const readiness = nextReadiness(after, { before, rules, run });
  return before !== null && isSame(before, readiness, after) ? before : { readiness, ...after };
}

type After = Omit<StationReadiness, "readiness">;

function isSame(before: StationReadiness, readiness: Readiness, after: After): boolean {
  return (
    before.readiness === readiness &&
    before.holds === after.holds &&
    before.next === after.next &&
    before.due === after.due &&
    before.missing === after.missing &&
    before.isKnown === after.isKnown
  );
}

const NO_READINGS: ReadinessReadings = {
  system: null,
  door: null,
  pad: null,
  pad_level: null,
  left_grippers: null,
  right_grippers: null,
  front_long: null,
  back_long: null,
  latch: null,
  gantry: null,
  temperature: null,
  hexboard: null,
  missing_cameras: null,
  error_message: null,
  warn_message: null,
  charger: null,
};

function observe(facts: ReadinessFacts, rules: AppliedRules, { now, before }: ReadinessMoment): Observation {
  const { last_telemetry } = facts;
  const readings = facts.readings ?? NO_READINGS;
  const isRecent = last_telemetry !== null && now - last_telemetry <= SILENT_MS;
  const isCurrent = facts.is_up && facts.telemetry_enabled && isRecent && facts.readings !== null;
  const word = systemWord(readings.system);
  const { charger } = readings;
  return {
    now,
    facts,
    readings,
    isCurrent,
    word,
    wordKind: word === null ? null : (rules.words.get(word) ?? null),
    charger: charger === null ? null : countCharger(charger, rules),
    next: isCurrent ? nextCharge(charger ?? [], facts, before?.next ?? null) : (before?.next ?? "none_charging"),
    isShared: rules.isShared,
  };
}

/** The reasons that are true after an evaluation; the same array if none has changed. */
function nextHolds(rules: readonly AppliedRule[], before: readonly Hold[], run: Evaluation): readonly Hold[] {
  let changed: Hold[] | null = null;
  let count = 0;
  for (const rule of rules) {
    const hold = nextHold(rule, holdOf(before, rule.id), run);
    if (hold === null) continue;
    if (changed === null && hold !== before[count]) changed = before.slice(0, count);
    changed?.push(hold);
    count += 1;
  }
  return changed ?? (count === before.length ? before : before.slice(0, count));
}

function holdOf(holds: readonly Hold[], id: string): Hold | null {
  for (const hold of holds) if (hold.id === id) return hold;
  return null;
}

type Step = { before: StationReadiness | null; rules: AppliedRules; run: Evaluation };

function nextReadiness({ holds, next, missing, isKnown }: After, step: Step): Readiness {
  const { before, rules, run } = step;
  const last = before?.readiness ?? null;
  const charger = run.seen.isCurrent ? run.seen.charger : last;
  const charged = charger?.charged ?? null;
  const slots = charger?.slots ?? null;
  const next_charged_at = charged === null || typeof next === "string" ? null : next.time;
  const isSame =
    before !== null &&
    before.missing === missing &&
    last?.charged === charged &&
    last.slots === slots &&
    last.next_charged_at === next_charged_at &&
    sameShown(before.holds, holds);
  if (last !== null && isSame) return last;
  const listed = listedReasons(holds, rules);
  const busy = holdOf(holds, BUSY)?.shown?.args["word"];
  return {
    state: stateOfEffect[listed[0]?.effect ?? "info"],
    since: sinceOf(listed, step),
    reasons: reasonsOf(listed, isKnown),
    charged,
    slots,
    next_charged_at,
    busy: typeof busy === "string" ? busy : null,
    not_checked: READINESS_FIELDS.filter((field) => (missing & bitOf(field)) !== 0),
  };
}

/** True if the same reasons are shown, since the same times. */
function sameShown(one: readonly Hold[], other: readonly Hold[]): boolean {
  if (one === other) return true;
  const [before, after] = [one, other].map((holds) => holds.filter(({ shown }) => shown !== null));
  return (
    before?.length === after?.length &&
    before?.every(({ shown, began }, index) => after?.[index]?.shown === shown && after[index].began === began) === true
  );
}

type Listed = { hold: Hold; shown: Shown; effect: ReasonEffect; rule: AppliedRule };

/** The reasons to be listed, worst first: those that are shown, and not covered by one that says the same and is worse. */
function listedReasons(holds: readonly Hold[], { reasons }: AppliedRules): Listed[] {
  const all: Listed[] = [];
  let at = 0;
  // Both are in the order of reasons.
  for (const hold of holds) {
    while (reasons[at] !== undefined && reasons[at]?.id !== hold.id) at += 1;
    const rule = reasons[at];
    if (rule !== undefined && hold.shown) all.push({ hold, shown: hold.shown, effect: effectOf(hold.shown), rule });
  }
  const listed = all.filter(({ rule, shown }) => {
    const { coveredBy } = rule.kind;
    const cover = coveredBy && all.find((other) => other.rule.id === coveredBy);
    return !cover || !isAtLeast(cover.shown.effect, shown.effect);
  });
  return listed.sort(
    (one, other) => reasonEffect.options.indexOf(one.effect) - reasonEffect.options.indexOf(other.effect),
  );
}

/**
 * When the state began, in ISO. A worse one began when the first of its reasons did, a better one when the last worse reason was over, and one that
 * follows from other rules begins now.
 */
function sinceOf(listed: readonly Listed[], { before, run }: Step): string {
  const { now } = run.seen;
  const top = listed[0]?.effect ?? "info";
  const last = before?.readiness;
  const lastTop = last?.reasons[0]?.effect ?? "info";
  if (last !== undefined && lastTop === top) return last.since;
  const isBetter = last !== undefined && isAtLeast(lastTop, top);
  const began = isBetter || top === "info" ? run.ended : firstNew(listed, before?.holds ?? NO_HOLDS, top);
  const since = Number.isFinite(began) ? began : now;
  return new Date(Math.max(since, last === undefined ? since : Date.parse(last.since))).toISOString();
}

/** When the first reason with an effect began of those that were not shown before. */
function firstNew(listed: readonly Listed[], before: readonly Hold[], top: ReasonEffect): number {
  const fresh = listed.filter(({ hold, effect }) => effect === top && !holdOf(before, hold.id)?.shown);
  return Math.min(...fresh.map(({ hold }) => hold.began));
}

/** Reasons as they are reported. One that makes a state unknown says which it was before, if it was known. */
function reasonsOf(listed: readonly Listed[], isKnown: boolean): ReadinessReason[] {
  const known = listed.find(({ effect }) => effect !== "maintenance" && effect !== "unknown");
  const was = { was: stateOfEffect[known?.effect ?? "info"] };
  return listed.map(({ hold, shown, effect, rule }) => ({
    code: rule.kind.code,
    effect,
    since: new Date(hold.began).toISOString(),
    args: {
      ...shown.args,
      ...(effect === "unknown" && isKnown ? was : {}),
      ...(shown.ignoredUntil === null ? {} : { ignored_until: new Date(shown.ignoredUntil).toISOString() }),
    },
  }));
}

/** The rules that block a station. */
export function blockingRules({ holds }: StationReadiness, { reasons }: AppliedRules): ReadinessRuleName[] {
  const names = holds.flatMap(({ id, shown }) => {
    if (shown === null || effectOf(shown) !== "block") return [];
    return reasons.find((rule) => rule.id === id)?.kind.rule?.name ?? [];
  });
  return [...new Set(names)];
}
