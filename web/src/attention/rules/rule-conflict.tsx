import type { AlertRule } from "@groundcrew/shared/alerts";
import { useServerNow } from "../../clock/index.ts";
import { listText, minutesAgoText } from "../../lib/index.ts";
import { Button, Notice } from "../../ui/index.ts";
import { ruleValues } from "./rule-form.ts";
import { changedParts, partOf } from "./rule-parts.ts";

type RuleConflictProps = {
  /** The rule as it was before someone else changed it. */
  before: AlertRule;
  rule: AlertRule;
  form: { conflicts: string[]; drop: (name: string) => void };
  onResolved: () => void;
};

/** Says who has changed what of a rule while it was edited. What both have changed stays as it was entered here, or becomes theirs. */
export function RuleConflict({ before, rule, form: { conflicts, drop }, onResolved }: RuleConflictProps) {
  const now = useServerNow();
  const parts = changedParts(ruleValues(before, ""), ruleValues(rule, ""));
  const both = [...new Set(conflicts.map(partOf))];
  const what = parts.length === 0 ? "saved this rule" : `changed ${listText(parts)}`;
  const rest =
    both.length === 0
      ? "Your changes are not saved yet. Save again to apply them."
      : `You both changed ${listText(both)}. Your changes are not saved yet. Save again to replace theirs.`;
  function handleTheirs() {
    conflicts.forEach(drop);
    onResolved();
  }
  return (
    <Notice tone="warning" action={both.length > 0 && <Button onClick={handleTheirs}>Use Theirs</Button>}>
      {`${rule.edited_by} ${what} ${minutesAgoText(rule.edited, now)}. ${rest}`}
    </Notice>
  );
}
