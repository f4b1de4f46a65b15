import { savedSettings, type SavedView } from "@groundcrew/shared/saved-views";
import type { ViewSettings } from "@groundcrew/shared/stations";
import { CallFailure, failedWrite } from "../data/api/index.ts";
import { conflictText, useEdited } from "../kit/index.ts";
import { toast } from "../ui/index.ts";
import { useOpenView, useViewChange } from "./use-views.ts";

type ChangesOptions = {
  /** The view that the list opened with; null for none that is saved. */
  current: SavedView | null;
  base: { id: string | undefined; settings: ViewSettings };
  settings: ViewSettings;
  /** Asks before a view changes that others see, and when someone else has changed it meanwhile. */
  onAsk: () => void;
  onSaved: () => void;
};

/** The differences between the list and its view, which are saved to the view or undone. */
export function useChanges({ current, base, settings, onAsk, onSaved }: ChangesOptions) {
  const isChanged = textOf(settings) !== textOf(base.settings);
  const { before, after, rev, hasConflict, onError } = useEdited(current, isChanged);
  const open = useOpenView();
  const undo = () => base.id !== undefined && open({ view: base.id });
  const change = useViewChange({
    done: "Saved changes to",
    onDone() {
      undo();
      onSaved();
    },
    onError(failure) {
      onError(failure);
      if (failure instanceof CallFailure && failure.status === 412) onAsk();
      else toast("danger", ...failedWrite(failure, "The changes were not saved."));
    },
  });
  const write = () => current && change.mutate({ view: current, changed: { settings: savedSettings(settings), rev } });
  const news = current
    ? hasConflict && before && after
      ? conflictText({
          by: after.changed_by,
          item: "this view",
          before: before.settings,
          after: { ...cleared(before.settings), ...after.settings },
          labelOf: (key) => labels.get(key) ?? "the filters",
        })
      : null
    : "Someone else has deleted this view.";
  return {
    isChanged,
    news,
    isBusy: change.isPending,
    /** Saves, or asks before. */
    save: () => (current && current.people > 0 ? onAsk() : write()),
    write,
    undo,
  };
}

const textOf = (settings: ViewSettings) => JSON.stringify(savedSettings(settings));

export type Changes = ReturnType<typeof useChanges>;

/** Settings that have been set and no longer are. */
function cleared(settings: SavedView["settings"]): Record<string, undefined> {
  return Object.fromEntries(Object.keys(settings).map((key) => [key, undefined]));
}

const labels = new Map([
  ["stations-view", "the map"],
  ["stations-sort", "the order"],
  ["stations-sort-invert", "the order"],
  ["stations-group", "the groups"],
  ["stations-q", "the search"],
  ["stations-t", "the time"],
  ["stations-type", "the types"],
  ["stations-ready", "the readiness"],
  ["stations-site", "the sites"],
  ["stations-tags", "the tags"],
  ["stations-tags-not", "the tags"],
]);
