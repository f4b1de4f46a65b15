import {
  getAlertRule,
  listAlertPeople,
  listAlertRules,
  listUncoveredStations,
  switchAlertRule,
  type AlertRule,
} from "@groundcrew/shared/alerts";
import { call, useServerMutation } from "../../data/api/index.ts";
import { toast } from "../../ui/index.ts";
import { useServerData } from "../../data/index.ts";

/** The listed rules: those of the user's organization, or of customers. */
export type RuleSet = "own" | "customers";

export function useRules(whose: RuleSet, search: string) {
  return useServerData(
    listAlertRules,
    { query: { whose, ...(search !== "" && { q: search }) } },
    { keepsPrevious: true },
  );
}

/** One rule; null is a new one, for which nothing is requested. */
export function useRule(id: number | null) {
  return useServerData(getAlertRule, id === null ? null : { params: { rule: id }, query: {} });
}

export function useUncoveredStations() {
  return useServerData(listUncoveredStations, { query: {} });
}

/** The people of an organization, who can be notified. */
export function useAlertPeople(orgId: number) {
  return useServerData(listAlertPeople, { query: { org_id: orgId } });
}

type Switched = { rule: AlertRule; enabled: boolean; reason: string | null };

type SwitchCallbacks = { onDone?: () => void; onError?: (error: Error) => void };

/** Switches a rule on or off. */
export function useSwitchRule({ onDone, onError }: SwitchCallbacks) {
  return useServerMutation({
    shows: [listAlertRules],
    run: async ({ rule, enabled, reason }: Switched) => {
      const body = { enabled, reason, rev: rule.rev };
      return (await call(switchAlertRule, { params: { rule: rule.id }, body })).body;
    },
    onSuccess(rule) {
      toast("success", `${rule.name} is ${rule.enabled ? "on" : "off"}`);
      onDone?.();
    },
    ...(onError && { onError }),
  });
}
