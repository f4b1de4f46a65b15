import {
  acceptSave,
  editField,
  fieldValue,
  newRow,
  refreshRow,
  refuseRow,
  revertField,
  rowState,
  type FieldValue,
  type SavedEntry,
  type SsotRow,
  savedEntry,
} from "@groundcrew/shared/ssot";
import { z } from "zod";
import type { StoredDraft } from "../lib/index.ts";

/** The progress of saving a row. */
type Saving = { state: "idle" | "saving" | "saved" } | { state: "failed"; sentence: string };

/** A row that is being edited or was just saved. */
export type Draft = { row: SsotRow; saving: Saving };

/** The newest loaded revision of a station; undefined when the station is not loaded. */
type LatestOf = (station: string) => SavedEntry | null | undefined;

export type Drafts = ReturnType<typeof createDrafts>;

const IDLE: Saving = { state: "idle" };

/**
 * The rows of a table with unsaved content. They are stored outside of the table, whose rows come and go as it is scrolled, filtered and
 * loaded again.
 */
export function createDrafts(stored?: StoredDraft) {
  const drafts = new Map<string, Draft>(restoreRows(stored?.read()));
  const listeners = new Set<() => void>();
  let unsaved: readonly string[] = [...drafts.keys()];

  function put(station: string, draft: Draft): void {
    drafts.set(station, draft);
    notify();
  }

  function change(station: string, update: (draft: Draft) => Draft): void {
    const draft = drafts.get(station);
    if (draft) put(station, update(draft));
  }

  function notify(): void {
    const now = [...drafts].filter(([, { row }]) => rowState(row) !== "unchanged").map(([station]) => station);
    if (now.join() !== unsaved.join()) unsaved = now;
    if (now.length === 0) stored?.clear();
    else stored?.write(Object.fromEntries(now.map((station) => [station, drafts.get(station)?.row])));
    for (const listener of listeners) listener();
  }

  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    find: (station: string): Draft | undefined => drafts.get(station),
    /** The stations with unsaved changes. The array keeps its identity until its content changes. */
    unsaved: (): readonly string[] => unsaved,
    /** Edits a field of a station whose newest loaded revision is `latest`. */
    edit(station: string, latest: SavedEntry | null, { field, value }: { field: string; value: FieldValue }): void {
      const { row, saving } = drafts.get(station) ?? { row: newRow(latest), saving: IDLE };
      put(station, { row: editField(row, field, value), saving: saving.state === "saving" ? saving : IDLE });
    },
    /** Reverts the edit of a field. */
    revert: (station: string, field: string) =>
      change(station, ({ row, saving }) => ({ row: revertField(row, field), saving })),
    begin: (station: string) => change(station, ({ row }) => ({ row, saving: { state: "saving" } })),
    accept: (station: string, saved: SavedEntry) =>
      change(station, ({ row }) => ({ row: acceptSave(row, saved), saving: { state: "saved" } })),
    /** The server refused the save because of a newer revision; `latest` is null when that could not be loaded. */
    reject: (station: string, latest: SavedEntry | null) =>
      change(station, ({ row }) => ({ row: refreshRow(refuseRow(row), latest), saving: IDLE })),
    fail: (station: string, sentence: string) =>
      change(station, ({ row }) => ({ row, saving: { state: "failed", sentence } })),
    /** Applies loaded revisions to the rows. Edits stay; rows without edits are removed. */
    refresh(latestOf: LatestOf): void {
      const before = [...drafts];
      for (const [station, { row, saving }] of before) {
        const latest = latestOf(station);
        if (latest === undefined) continue;
        const next = refreshRow(row, latest);
        if (isObsolete({ row: next, saving }, latest)) drafts.delete(station);
        else if (next !== row) drafts.set(station, { row: next, saving });
      }
      if (before.some(([station, draft]) => drafts.get(station) !== draft)) notify();
    },
    /** Clears a row's "saved" state. The row stays until `refresh` finds its revision loaded. */
    settle: (station: string) =>
      change(station, ({ row, saving }) => ({ row, saving: saving.state === "saved" ? IDLE : saving })),
    /** Discards all changes. */
    discard: (): void => {
      drafts.clear();
      notify();
    },
  };
}

/** The actions on the fields of a station whose newest loaded revision is `latest`. */
export function fieldActions(drafts: Drafts, station: string, latest: SavedEntry | null) {
  return {
    edit: (field: string, value: FieldValue) => drafts.edit(station, latest, { field, value }),
    revert: (field: string) => drafts.revert(station, field),
  };
}

const storedRows = z.record(
  z.string(),
  z.object({
    saved: savedEntry.nullable(),
    edits: z.record(z.string(), z.object({ value: fieldValue, from: fieldValue.optional() })),
    hasNewChanges: z.boolean(),
  }),
);

/** The rows that were being edited when the page was left or reloaded. */
function restoreRows(stored: unknown): [string, Draft][] {
  const read = storedRows.safeParse(stored);
  if (!read.success) return [];
  return Object.entries(read.data).map(([station, { saved, edits, hasNewChanges }]) => {
    const all = Object.entries(edits).map(([field, { value, from }]) => [field, { value, from }] as const);
    return [station, { row: { saved, edits: Object.fromEntries(all), hasNewChanges }, saving: IDLE }];
  });
}

function isObsolete({ row, saving }: Draft, latest: SavedEntry | null): boolean {
  const isCaughtUp = (latest?.created ?? "") >= (row.saved?.created ?? "");
  return saving.state === "idle" && rowState(row) === "unchanged" && isCaughtUp;
}
