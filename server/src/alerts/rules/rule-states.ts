import type { RuleState } from "../evaluation/evaluate-rule.ts";
import type { selectActiveMatches, selectPending } from "../evaluation/evaluation-queries.ts";

type Rows<Query extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Query>>;

/** The stored states of rules, by subject and rule. */
export function ruleStates(
  pending: Rows<typeof selectPending>,
  active: Rows<typeof selectActiveMatches>,
): Map<string, Map<number, RuleState>> {
  const known = new Map<string, Map<number, RuleState>>();
  const put = (subject: string, rule: number, one: RuleState) => {
    const byRule = known.get(subject) ?? new Map<number, RuleState>();
    known.set(subject, byRule.set(rule, one));
  };
  for (const { rule_id, subject, since, due_at } of pending) {
    put(subject, rule_id, { firing: false, since: Date.parse(since), due: Date.parse(due_at) });
  }
  for (const { rule_id, subject, level, title } of active) {
    // A reading may differ, and so may the limit in the title: it is updated at once.
    put(subject, rule_id, { firing: true, level, title, updated: -Infinity });
  }
  return known;
}
