import { useState } from "react";
import { CallFailure } from "../api/index.ts";
import { isSame, listText } from "../lib/index.ts";
import { Button, Notice } from "../ui/index.ts";

/**
 * What a form changes: as it was when its fields were first edited, and as it is while none are. It is saved as that revision. If the
 * server refuses that, the person reads what someone else has changed, and it is saved as the current revision.
 */
export function useEdited<Item extends { rev: number } | null>(current: Item, isUnsaved: boolean) {
  const [{ before, isRefused }, setEdited] = useState({ before: current, isRefused: false });
  if (!isUnsaved && before !== current) setEdited({ before: current, isRefused: false });
  return {
    before,
    rev: (isRefused ? current : before)?.rev ?? 0,
    hasConflict: isRefused && before?.rev !== current?.rev,
    setBefore: (next: Item) => setEdited({ before: next, isRefused: false }),
    onError: (failure: Error) => {
      if (failure instanceof CallFailure && failure.status === 412) setEdited({ before, isRefused: true });
    },
  };
}

export const NOT_SAVED = "Your changes are not saved yet. Save again to apply them.";

type Values = Readonly<Record<string, unknown>>;

type Conflict = {
  /** Who changed it; null if that is not known. */
  by: string | null;
  /** How long ago. */
  ago?: string;
  /** What it is: `this rule`. */
  item: string;
  before: Values;
  after: Values;
  /** What people call a field. */
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

/** What people call the fields that differ. */
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
