import { useState } from "react";
import { CallFailure } from "../data/api/index.ts";
import { isSame, listText } from "../lib/index.ts";
import { Button, Notice } from "../ui/index.ts";

/**
 * The item that a form changes: as it was when its fields were first edited, and as it is while none are. It is saved as that revision. If the
 * server refuses that, the person reads what someone else has changed until `after`, and it is saved as that revision, whatever has been
 * saved since. Another item is compared with itself.
 */
export function useEdited<Item extends { rev: number; id?: unknown } | null>(current: Item, isUnsaved: boolean) {
  const [{ before, isRefused, after }, setEdited] = useState<Edited<Item>>({
    before: current,
    isRefused: false,
    after: null,
  });
  // Compared by revision, since an item that is made again in each render would set this in each.
  const isOther = current !== null && before?.id !== current.id;
  if (isOther || (!isUnsaved && before?.rev !== current?.rev))
    setEdited({ before: current, isRefused: false, after: null });
  // The first newer revision once it was refused is the one that is displayed.
  if (isUnsaved && isRefused && after === null && current !== null && current.rev !== before?.rev)
    setEdited({ before, isRefused, after: current });
  return {
    before,
    /** As it is compared with what is edited; the newest until there is a conflict. */
    after: after ?? current,
    rev: (after ?? before)?.rev ?? 0,
    hasConflict: after !== null,
    setBefore: (next: Item) => setEdited({ before: next, isRefused: false, after: null }),
    onError: (failure: Error) => {
      if (!(failure instanceof CallFailure) || failure.status !== 412) return;
      // Compared with what was read last, and displayed once it is loaded.
      setEdited((edited) => ({ before: edited.after ?? edited.before, isRefused: true, after: null }));
    },
  };
}

type Edited<Item> = { before: Item; isRefused: boolean; after: Item | null };

export const NOT_SAVED = "Your changes are not saved yet. Save again to apply them.";

type Values = Readonly<Record<string, unknown>>;

type Conflict = {
  /** Who changed it; null if that is not known. */
  by: string | null;
  /** How long ago. */
  ago?: string;
  /** The thing that is changed: `this rule`. */
  item: string;
  before: Values;
  after: Values;
  /** The name of a field on screen. */
  labelOf: (field: string) => string;
  /** The fields that were edited here too. */
  both?: readonly string[];
};

/** Says who has changed what while it was edited, and that the edits are kept. */
export function conflictText({ by, ago, item, before, after, labelOf, both = [] }: Conflict): string {
  const changed = changedLabels(before, after, labelOf);
  const what = [`${by ?? "Someone"} changed ${changed.length === 0 ? item : listText(changed)}`, ago];
  const mine = both.length > 0 && `You both changed ${listText([...new Set(both.map(labelOf))])}.`;
  return [`${what.filter(Boolean).join(" ")}.`, mine, NOT_SAVED].filter(Boolean).join(" ");
}

/** The names of the fields that differ. */
export function changedLabels(before: Values, after: Values, labelOf: (field: string) => string): string[] {
  const changed = Object.keys(after).filter((field) => !isSame(after[field], before[field]));
  return [...new Set(changed.map(labelOf))];
}

type ConflictNoticeProps = {
  text: string;
  /** Replaces what was edited by what was saved; null if nothing is in conflict. */
  onUseTheirs: (() => void) | null;
  label?: string;
};

/** Above the Save button of a form whose item someone else has changed. */
export function ConflictNotice({ text, onUseTheirs, label = "Use Theirs" }: ConflictNoticeProps) {
  return (
    <Notice tone="warning" action={onUseTheirs && <Button onClick={onUseTheirs}>{label}</Button>}>
      {text}
    </Notice>
  );
}
