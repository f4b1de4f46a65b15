import {
  getAlertRule,
  listAlertPeople,
  listAlertRules,
  listUncoveredStations,
  previewAlertRule,
  switchAlertRule,
  type AlertRule,
} from "@groundcrew/shared/alerts";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, queryKeys, useServerMutation } from "../../api/index.ts";
import { useLiveQuery } from "../../freshness/index.ts";
import { toast } from "../../ui/index.ts";

/** The listed rules: those of the user's organization, or of customers. */
export type RuleSet = "own" | "customers";

export function useRules(whose: RuleSet, search: string) {
  return useLiveQuery(
    {
      queryKey: queryKeys.alertRules.list(whose, search),
      queryFn: async ({ signal }) => {
        const query = { whose, ...(search !== "" && { q: search }) };
        return (await call(listAlertRules, { query }, { signal })).body;
      },
      placeholderData: keepPreviousData,
    },
    MINUTE_MS,
  );
}

/** One rule; null is a new one, for which nothing is requested. */
export function useRule(id: number | null) {
  return useQuery({
    queryKey: queryKeys.alertRules.one(id ?? 0),
    queryFn: async ({ signal }) =>
      (await call(getAlertRule, { params: { rule: id ?? 0 }, query: {} }, { signal })).body,
    enabled: id !== null,
  });
}

export function useUncoveredStations() {
  return useQuery({
    queryKey: queryKeys.alertRules.uncovered,
    queryFn: async ({ signal }) => (await call(listUncoveredStations, { query: {} }, { signal })).body,
  });
}

/** The people of an organization, who can be notified. */
export function useAlertPeople(orgId: number) {
  return useQuery({
    queryKey: queryKeys.alertRules.people(orgId),
    queryFn: async ({ signal }) => (await call(listAlertPeople, { query: { org_id: orgId } }, { signal })).body,
    staleTime: MINUTE_MS,
  });
}

/** What a draft would have done and matches now; null is an invalid draft. */
export function usePreview(draft: string | null) {
  return useQuery({
    queryKey: queryKeys.rulePreview(draft ?? ""),
    queryFn: async ({ signal }) => (await call(previewAlertRule, { query: { draft: draft ?? "" } }, { signal })).body,
    enabled: draft !== null,
    placeholderData: keepPreviousData,
    staleTime: MINUTE_MS,
  });
}

type Switched = { rule: AlertRule; enabled: boolean; reason: string | null };

type SwitchCallbacks = { onDone?: () => void; onError?: (error: Error) => void };

/** Switches a rule on or off. */
export function useSwitchRule({ onDone, onError }: SwitchCallbacks) {
  const client = useQueryClient();
  return useServerMutation({
    lockName: ({ rule }: Switched) => String(rule.id),
    run: async ({ rule, enabled, reason }: Switched) => {
      const body = { enabled, reason, rev: rule.rev };
      return (await call(switchAlertRule, { params: { rule: rule.id }, body })).body;
    },
    onSuccess(rule) {
      toast("success", `${rule.name} is ${rule.enabled ? "on" : "off"}`);
      onDone?.();
    },
    ...(onError && { onError }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.alertRules.all }),
  });
}
