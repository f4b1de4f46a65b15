import { useState } from "react";
import {
  changeAlertRule,
  createAlertRule,
  deleteAlertRule,
  type AlertRule,
  type NewRule,
} from "@groundcrew/shared/alerts";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { call, CallFailure, queryKeys, useServerMutation } from "../../api/index.ts";
import { toast } from "../../ui/index.ts";

/**
 * Saves or deletes a rule, and then returns to the list. `outdated` is the rule as it was shown when a write was refused because someone else
 * had changed it.
 */
export function useRuleChanges(rule: AlertRule | null, reset: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [outdated, setOutdated] = useState<AlertRule | null>(null);
  const done = (text: string) => () => {
    toast("success", text);
    reset();
    // After the next render the form has no changes that would be asked about.
    requestAnimationFrame(() => void navigate({ to: "/attention/$", params: { _splat: "rules" } }));
  };
  const onError = (error: Error) => setOutdated(error instanceof CallFailure && error.status === 412 ? rule : null);
  const onSettled = () => client.invalidateQueries({ queryKey: queryKeys.alertRules.all });
  return {
    outdated,
    save: useServerMutation({
      run: async ({ org_id: _organization, ...entered }: NewRule, once) => {
        if (rule === null) return call(createAlertRule, { body: entered }, once);
        return call(changeAlertRule, { params: { rule: rule.id }, body: { ...entered, rev: rule.rev } });
      },
      onSuccess: (_, { name }) => done(`Saved ${name}`)(),
      onError,
      onSettled,
    }),
    remove: useServerMutation({
      run: async ({ id, rev }: AlertRule) => call(deleteAlertRule, { params: { rule: id }, query: { rev } }),
      onSuccess: (_, { name }) => done(`Deleted ${name}`)(),
      onError,
      onSettled,
    }),
  };
}
