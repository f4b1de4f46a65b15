import {
  changeAlertRule,
  createAlertRule,
  deleteAlertRule,
  type AlertRule,
  type NewRule,
} from "@groundcrew/shared/alerts";
import { useNavigate } from "@tanstack/react-router";
import { call, useServerMutation } from "../../data/api/index.ts";
import { toast } from "../../ui/index.ts";

type RuleChanges = {
  /** The revision that was edited. */
  rev: number;
  reset: () => void;
  onError: (failure: Error) => void;
};

/** Saves or deletes a rule, and then returns to the list. */
export function useRuleChanges(rule: AlertRule | null, { rev, reset, onError }: RuleChanges) {
  const navigate = useNavigate();
  const done = (text: string) => () => {
    toast("success", text);
    reset();
    // After the next render the form has no changes that would be asked about.
    requestAnimationFrame(() => void navigate({ to: "/attention/rules" }));
  };
  return {
    save: useServerMutation({
      run: async ({ org_id: _organization, ...entered }: NewRule, once) => {
        if (rule === null) return call(createAlertRule, { body: entered }, once);
        return call(changeAlertRule, { params: { rule: rule.id }, body: { ...entered, rev } });
      },
      onSuccess: (_, { name }) => done(`Saved ${name}`)(),
      onError,
    }),
    remove: useServerMutation({
      run: async ({ id, rev: seen }: AlertRule) =>
        call(deleteAlertRule, { params: { rule: id }, query: { rev: seen } }),
      onSuccess: (_, { name }) => done(`Deleted ${name}`)(),
    }),
  };
}
