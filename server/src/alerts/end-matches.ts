import type { ChangedRule } from "@groundcrew/shared/alerts";
import { inTransaction, type Db } from "../db/index.ts";
import { notifyOfAlerts, type AlertEvent } from "../notifications/index.ts";
import { applyInTransaction } from "./apply-findings.ts";
import type { Applying } from "./decide-alert.ts";
import { over } from "./finding.ts";
import { lockEvaluation } from "./life-queries.ts";
import { reviseMatches, selectOpenMatches, selectUnnotifiedChannels, takePendingEnds } from "./match-queries.ts";
import { deleteConditions } from "./rule-queries.ts";

const AT_ONCE = 1_000;

/** Ends what a rule has found, and notifies those who were notified of it, in the transaction that switches it off, changes or deletes it. */
export async function endMatchesOf(
  tx: Db,
  { rule, reason }: { rule: number; reason: string },
  applying: Applying,
): Promise<void> {
  await lockEvaluation(tx);
  await deleteConditions(tx, rule);
  const open = await selectOpenMatches(tx, rule);
  const findings = open.map(({ kind, subject }) => over({ rule, kind, subject }, { cause: "rule", reason }));
  await applyInTransaction(tx, { findings }, applying);
}

type Edited = Pick<ChangedRule, "condition" | "channels" | "steps">;

/**
 * Decides again about what a changed rule has found, by its severity, steps and repetition as they are now, and notifies channels that were added
 * to it of what is open.
 */
export async function reviseMatchesOf(
  tx: Db,
  { rule, before, after }: { rule: number; before: Edited; after: Edited },
  applying: Applying,
): Promise<void> {
  await lockEvaluation(tx);
  await reviseMatches(tx, rule, {
    keptSteps: commonSteps(before.steps, after.steps),
    hasNewLimit: limitOf(before.condition) !== limitOf(after.condition),
  });
  const open = await selectOpenMatches(tx, rule);
  await applyInTransaction(tx, { findings: [], ids: open.map(({ id }) => id) }, applying);
  const added = after.channels.filter((id) => !before.channels.includes(id));
  const unnotified = added.length === 0 ? [] : await selectUnnotifiedChannels(tx, rule, added);
  const events = unnotified.map(({ alert, channels }): AlertEvent => ({ type: "repeated", alert, rule, channels }));
  await notifyOfAlerts(tx, events, applying.now);
}

/** How many of the first steps of an escalation are the same as before. */
function commonSteps(before: Edited["steps"], after: Edited["steps"]): number {
  const [texts, now] = [before, after].map((steps) => steps.map((step) => JSON.stringify(step)));
  const differing = (now ?? []).findIndex((text, place) => text !== texts?.[place]);
  return differing < 0 ? after.length : differing;
}

/** What levels are counted from. How long a condition has to hold does not matter. */
function limitOf(condition: Edited["condition"]): string {
  return JSON.stringify({ ...condition, minutes: 0 });
}

/** Notifies of the ends of matches that the database itself has ended, because their station moved to another organization. */
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
