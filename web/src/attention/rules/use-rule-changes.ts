import {
  changeAlertRule,
  createAlertRule,
  deleteAlertRule,
  type AlertRule,
  type NewRule,
} from "@groundcrew/shared/alerts";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { call, queryKeys, useServerMutation } from "../../api/index.ts";
import { toast } from "../../ui/index.ts";

/** Saves or deletes a rule, and then returns to the list. */
export function useRuleChanges(rule: AlertRule | null, reset: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const done = (text: string) => () => {
    toast("success", text);
    reset();
    // After the next render the form has no changes that would be asked about.
    requestAnimationFrame(() => void navigate({ to: "/attention/$", params: { _splat: "rules" } }));
  };
  const onSettled = () => client.invalidateQueries({ queryKey: queryKeys.alertRules.all });
  return {
    save: useServerMutation({
      run: async ({ org_id: _organization, ...entered }: NewRule, once) => {
        if (rule === null) return call(createAlertRule, { body: entered }, once);
        return call(changeAlertRule, { params: { rule: rule.id }, body: { ...entered, rev: rule.rev } });
      },
      onSuccess: (_, { name }) => done(`Saved ${name}`)(),
      onSettled,
    }),
    remove: useServerMutation({
      run: async ({ id, rev }: AlertRule) => call(deleteAlertRule, { params: { rule: id }, query: { rev } }),
      onSuccess: (_, { name }) => done(`Deleted ${name}`)(),
      onSettled,
    }),
  };
}
