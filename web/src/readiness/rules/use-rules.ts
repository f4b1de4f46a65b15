import {
  getReadinessRules,
  readinessLabels,
  readinessRules,
  saveReadinessRules,
  type ReadinessRules,
  type ReadinessStateChanges,
} from "@groundcrew/shared/readiness";
import { call, useServerMutation } from "../../data/api/index.ts";
import { useServerData } from "../../data/index.ts";
import { countText, listText } from "../../lib/index.ts";
import { toast } from "../../ui/index.ts";
import type { RulesSubject } from "./draft.ts";

/** All rules that were changed. */
export function useRules() {
  return useServerData(getReadinessRules, { query: {} });
}

/** Rules as they are sent: without empty words, which are there while people type. */
export function sentRules(rules: ReadinessRules): ReadinessRules | null {
  const { words } = rules;
  const cleaned = words && {
    rest: words.rest.filter(Boolean),
    busy: words.busy.filter(Boolean),
    starting: words.starting.filter(Boolean),
    stopped: words.stopped.filter(Boolean),
  };
  return readinessRules.safeParse({ ...rules, ...(cleaned && { words: cleaned }) }).data ?? null;
}

type Saved = { rev: number | null; onDone: () => void; onError: (failure: Error) => void };

export function useSaveRules(subject: RulesSubject, { rev, onDone, onError }: Saved) {
  return useServerMutation({
    shows: [getReadinessRules],
    run: async (rules: ReadinessRules) => call(saveReadinessRules, { body: { ...subject, rules, rev } }),
    onSuccess() {
      toast("success", "Saved the rules.");
      onDone();
    },
    onError,
  });
}

/** "Now 4 stations change: Ready to Limited." */
export function previewSentence(changes: readonly ReadinessStateChanges[]): string {
  const count = changes.reduce((sum, { stations }) => sum + stations, 0);
  if (count === 0) return "Now no station changes.";
  const verb = count === 1 ? "changes" : "change";
  const text = (from: ReadinessStateChanges["from"], to: ReadinessStateChanges["to"]) =>
    `${readinessLabels[from]} to ${readinessLabels[to]}`;
  const [only] = changes;
  const kinds =
    changes.length === 1 && only
      ? text(only.from, only.to)
      : listText(changes.map(({ from, to, stations }) => `${stations} ${text(from, to)}`));
  return `Now ${countText(count, "station")} ${verb}: ${kinds}.`;
}
