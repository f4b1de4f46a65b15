import { isAtLeast, type ReasonArgs, type ReasonEffect } from "./readiness.ts";
import type { Observation } from "./reasons/index.ts";
import type { AppliedRule } from "./rules.ts";

/**
 * A reason that is true, since `began` (ms), or was until `gone`. It is one of the station's reasons while it has `shown`; until then it has not
 * been true for long enough. `subject` is what it is about.
 */
export type Hold = { id: string; began: number; gone: number | null; subject: string | null; shown: Shown | null };

/** A reason as it is shown: its effect by the rules, which it does not have while it is ignored until a time (ms). */
export type Shown = { effect: ReasonEffect; args: ReasonArgs; ignoredUntil: number | null };

/**
 * An evaluation while it runs: when the next one is due (ms), when the last reason with an effect ended, and a bit for each missing field.
 * `isKnown` once readings of the station have been evaluated. With `hasNewRules`, the facts are those of the evaluation before.
 */
export type Evaluation = {
  seen: Observation;
  isKnown: boolean;
  hasNewRules: boolean;
  due: number;
  ended: number;
  missing: number;
};

const NO_ARGS: ReasonArgs = {};

/** The next state of a reason; null while it is not true. The same object if nothing changes. */
export function nextHold(rule: AppliedRule, hold: Hold | null, run: Evaluation): Hold | null {
  const { seen } = run;
  if (rule.evaluated !== "always" && !seen.isCurrent) return frozen(rule, hold, run);
  if (rule.changesByTime) run.due = Math.min(run.due, nextChange(rule, seen));
  const verdict = verdictOf(rule, hold, seen);
  if (verdict === "not_reported") run.missing |= rule.fieldBit;
  if (isFrozen(rule.evaluated, seen)) return frozen(rule, hold, run);
  return verdict === "holds" ? holding(rule, hold, run) : leaving(rule, hold, run);
}

function nextChange({ kind }: AppliedRule, seen: Observation): number {
  const at = kind.changesAt?.(seen) ?? Infinity;
  return at > seen.now ? at : Infinity;
}

/** Nothing is evaluated at rest at a station that does not say when it rests. */
function verdictOf(rule: AppliedRule, hold: Hold | null, seen: Observation) {
  if (rule.evaluated === "at_rest" && seen.word === null) return "over";
  return rule.kind.verdict(seen, rule, hold !== null && hold.shown !== null);
}

function isFrozen(evaluated: AppliedRule["evaluated"], { wordKind, word }: Observation): boolean {
  if (evaluated === "not_busy") return wordKind === "busy";
  return evaluated === "at_rest" && word !== null && wordKind !== "rest";
}

/** A reason that is not evaluated now stays as it is; only its effect may change. */
function frozen(rule: AppliedRule, hold: Hold | null, run: Evaluation): Hold | null {
  return hold?.shown ? withShown(hold, stillShown(rule, run, hold.shown)) : hold;
}

function holding(rule: AppliedRule, hold: Hold | null, run: Evaluation): Hold | null {
  const { kind } = rule;
  const { now, facts } = run.seen;
  const subject = kind.subject?.(run.seen) ?? null;
  const same = hold !== null && hold.subject === subject ? hold : null;
  if (same?.shown) {
    const shown = shownBy(rule, run, { before: same.shown, args: argsOf(rule, same.shown, run) });
    return same.gone === null ? withShown(same, shown) : { ...same, gone: null, shown };
  }
  if (hold?.shown) end(hold.shown, now, run);
  const known = kind.since?.(facts) ?? null;
  const began = Math.min(now, known ?? same?.began ?? now);
  // Nothing is known that would be ready meanwhile. What only other rules make true did not begin just now.
  const isAtOnce = (rule.effect === "unknown" && !run.isKnown) || (run.hasNewRules && hold === null && known === null);
  const showAt = isAtOnce ? now : began + rule.showAfterMs;
  if (now >= showAt) {
    return {
      id: kind.id,
      began,
      gone: null,
      subject,
      shown: shownBy(rule, run, { before: null, args: argsOf(rule, null, run) }),
    };
  }
  run.due = Math.min(run.due, showAt);
  // When it became true is known without remembering it.
  if (known !== null) return null;
  return same ?? { id: kind.id, began, gone: null, subject, shown: null };
}

function leaving(rule: AppliedRule, hold: Hold | null, run: Evaluation): Hold | null {
  if (!hold?.shown) return null;
  const gone = hold.gone ?? run.seen.now;
  const endsAt = run.hasNewRules && hold.gone === null ? gone : gone + rule.stayMs;
  if (run.seen.now >= endsAt) {
    end(hold.shown, gone, run);
    return null;
  }
  run.due = Math.min(run.due, endsAt);
  const shown = stillShown(rule, run, hold.shown);
  return hold.gone === null ? { ...hold, gone, shown } : withShown(hold, shown);
}

function end(shown: Shown, gone: number, run: Evaluation): void {
  if (effectOf(shown) !== "info") run.ended = Math.max(run.ended, gone);
}

function withShown(hold: Hold, shown: Shown): Hold {
  return hold.shown === shown ? hold : { ...hold, shown };
}

/** A reason that is shown with the same values. */
function stillShown(rule: AppliedRule, run: Evaluation, before: Shown): Shown {
  return shownBy(rule, run, { before, args: before.args });
}

type Shows = { before: Shown | null; args: ReasonArgs };

/** The reason as it is shown now: `before` if nothing in it has changed. */
function shownBy(rule: AppliedRule, run: Evaluation, { before, args }: Shows): Shown {
  const effect = rule.kind.markedEffect?.(run.seen.facts) ?? rule.effect;
  const ignoredUntil = ignoredUntilOf(rule, effect, run.seen);
  if (ignoredUntil !== null) run.due = Math.min(run.due, ignoredUntil);
  const isSame = before?.effect === effect && before.args === args && before.ignoredUntil === ignoredUntil;
  return before !== null && isSame ? before : { effect, args, ignoredUntil };
}

/** Until when a reason is ignored. One that has got worse since is not, nor one that makes the state unknown. */
function ignoredUntilOf({ kind }: AppliedRule, effect: ReasonEffect, { facts, now }: Observation): number | null {
  let last: number | null = null;
  for (const { code, effect: worst, until } of facts.ignored) {
    if (code === kind.code && until > now && isAtLeast(worst, effect)) last = Math.max(last ?? until, until);
  }
  return last;
}

/** The effect of a reason now. */
export function effectOf({ effect, ignoredUntil }: Shown): ReasonEffect {
  return ignoredUntil === null ? effect : "info";
}

function argsOf({ kind }: AppliedRule, before: Shown | null, { seen }: Evaluation): ReasonArgs {
  const args = kind.args?.(seen) ?? NO_ARGS;
  return before !== null && sameArgs(before.args, args) ? before.args : args;
}

function sameArgs(one: ReasonArgs, other: ReasonArgs): boolean {
  for (const key in other) if (!isSameArg(one[key], other[key])) return false;
  return true;
}

function isSameArg(one: ReasonArgs[string] | undefined, other: ReasonArgs[string] | undefined): boolean {
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  return one.join("\n") === other.join("\n");
}
