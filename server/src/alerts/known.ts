import type { Known } from "./assess.ts";
import type { selectStandingMatches, selectWaiting } from "./evaluation-queries.ts";

type Rows<Query extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Query>>;

/** What is stored of rules at subjects, by subject and rule. */
export function knownOf(
  waiting: Rows<typeof selectWaiting>,
  standing: Rows<typeof selectStandingMatches>,
): Map<string, Map<number, Known>> {
  const known = new Map<string, Map<number, Known>>();
  const put = (subject: string, rule: number, one: Known) => {
    const byRule = known.get(subject) ?? new Map<number, Known>();
    known.set(subject, byRule.set(rule, one));
  };
  for (const { rule_id, subject, since, due_at } of waiting) {
    put(subject, rule_id, { firing: false, since: Date.parse(since), due: Date.parse(due_at) });
  }
  for (const { rule_id, subject, level, title } of standing) {
    // A reading may differ, and so may the limit in the title: it is updated at once.
    put(subject, rule_id, { firing: true, level, title, updated: -Infinity });
  }
  return known;
}
