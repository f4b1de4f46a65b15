import type { ChangedRule } from "@groundcrew/shared/alerts";
import { inTransaction, type Db } from "../../platform/db/index.ts";
import { notifyOfAlerts, type AlertEvent } from "../../notifications/index.ts";
import { applyInTransaction } from "./apply-findings.ts";
import type { DecisionContext } from "./decide-alert.ts";
import { resolved } from "./finding.ts";
import { lockEvaluation } from "./life-queries.ts";
import { reviseMatches, selectOpenMatches, selectUnnotifiedChannels, takePendingEnds } from "./match-queries.ts";
import { deleteConditions } from "../rules/rule-queries.ts";

const AT_ONCE = 1_000;

/** Ends the matches of a rule and notifies everyone who was notified of them, in the transaction that switches it off, changes or deletes it. */
export async function endMatchesOf(
  tx: Db,
  { rule, reason }: { rule: number; reason: string },
  context: DecisionContext,
): Promise<void> {
  await lockEvaluation(tx);
  await deleteConditions(tx, rule);
  const open = await selectOpenMatches(tx, rule);
  const findings = open.map(({ kind, subject }) => resolved({ rule, kind, subject }, { cause: "rule", reason }));
  await applyInTransaction(tx, { findings }, context);
}

type Edited = Pick<ChangedRule, "condition" | "channels" | "steps">;

/**
 * Decides the active matches of a changed rule again, with its new severity, steps and repetition, and notifies channels that were added
 * to it of active alerts.
 */
export async function reviseMatchesOf(
  tx: Db,
  { rule, before, after }: { rule: number; before: Edited; after: Edited },
  context: DecisionContext,
): Promise<void> {
  await lockEvaluation(tx);
  await reviseMatches(tx, rule, {
    keptSteps: commonSteps(before.steps, after.steps),
    hasNewLimit: limitOf(before.condition) !== limitOf(after.condition),
  });
  const open = await selectOpenMatches(tx, rule);
  await applyInTransaction(tx, { findings: [], ids: open.map(({ id }) => id) }, context);
  const added = after.channels.filter((id) => !before.channels.includes(id));
  const unnotified = added.length === 0 ? [] : await selectUnnotifiedChannels(tx, rule, added);
  const events = unnotified.map(({ alert, channels }): AlertEvent => ({ type: "repeated", alert, rule, channels }));
  await notifyOfAlerts(tx, events, context.now);
}

/** The number of steps at the beginning of an escalation that have not changed. */
function commonSteps(before: Edited["steps"], after: Edited["steps"]): number {
  const [texts, now] = [before, after].map((steps) => steps.map((step) => JSON.stringify(step)));
  const differing = (now ?? []).findIndex((text, place) => text !== texts?.[place]);
  return differing < 0 ? after.length : differing;
}

/** The limit from which levels are counted: the condition without the time that it has to hold. */
function limitOf(condition: Edited["condition"]): string {
  return JSON.stringify({ ...condition, minutes: 0 });
}

/** Notifies of matches that the database itself has ended, because their station moved to another organization. */
export async function reportPendingEnds(db: Db, now: number): Promise<void> {
  for (let taken = AT_ONCE; taken === AT_ONCE;) {
    taken = await inTransaction(db, async (tx) => {
      const ends = await takePendingEnds(tx, AT_ONCE);
      await notifyOfAlerts(
        tx,
        ends.map((end) => ({ type: "ended", ...end })),
        now,
      );
      return ends.length;
    });
  }
}
