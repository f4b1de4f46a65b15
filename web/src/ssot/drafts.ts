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

/** What came of saving a row. */
type Saving = { state: "idle" | "saving" | "saved" } | { state: "failed"; sentence: string };

/** A row that someone edits, or that was just saved. */
export type Draft = { row: SsotRow; saving: Saving };

/** The newest revision of a station that is known otherwise; undefined when the station is not known at all. */
type LatestOf = (station: string) => SavedEntry | null | undefined;

export type Drafts = ReturnType<typeof openDrafts>;

const IDLE: Saving = { state: "idle" };

/**
 * The rows of a table that hold something the server does not. They live outside of the table: rows come and go as it
 * scrolls, is filtered and is loaded again.
 */
export function openDrafts(stored?: StoredDraft) {
  const drafts = new Map<string, Draft>(restored(stored?.read()));
  const watchers = new Set<() => void>();
  let unsaved: readonly string[] = [...drafts.keys()];

  function put(station: string, draft: Draft): void {
    drafts.set(station, draft);
    tell();
  }

  function change(station: string, made: (draft: Draft) => Draft): void {
    const draft = drafts.get(station);
    if (draft) put(station, made(draft));
  }

  function tell(): void {
    const now = [...drafts].filter(([, { row }]) => rowState(row) !== "unchanged").map(([station]) => station);
    if (now.join() !== unsaved.join()) unsaved = now;
    if (now.length === 0) stored?.forget();
    else stored?.write(Object.fromEntries(now.map((station) => [station, drafts.get(station)?.row])));
    for (const watcher of watchers) watcher();
  }

  return {
    watch: (watcher: () => void): (() => void) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    find: (station: string): Draft | undefined => drafts.get(station),
    /** Stations with changes that are not saved. Stays the same array while they are the same. */
    unsaved: (): readonly string[] => unsaved,
    /** Changes a field of a station whose newest known revision is `latest`. */
    edit(station: string, latest: SavedEntry | null, { field, value }: { field: string; value: FieldValue }): void {
      const { row, saving } = drafts.get(station) ?? { row: newRow(latest), saving: IDLE };
      put(station, { row: editField(row, field, value), saving: saving.state === "saving" ? saving : IDLE });
    },
    /** Reverts the change of one field. */
    revert: (station: string, field: string) =>
      change(station, ({ row, saving }) => ({ row: revertField(row, field), saving })),
    begin: (station: string) => change(station, ({ row }) => ({ row, saving: { state: "saving" } })),
    accept: (station: string, saved: SavedEntry) =>
      change(station, ({ row }) => ({ row: acceptSave(row, saved), saving: { state: "saved" } })),
    /** The server has a newer revision, `latest` where that could be loaded. */
    refuse: (station: string, latest: SavedEntry | null) =>
      change(station, ({ row }) => ({ row: refreshRow(refuseRow(row), latest), saving: IDLE })),
    fail: (station: string, sentence: string) =>
      change(station, ({ row }) => ({ row, saving: { state: "failed", sentence } })),
    /** Updates the rows with what was loaded. Edits stay; rows without any are removed. */
    take(latestOf: LatestOf): void {
      const before = [...drafts];
      for (const [station, { row, saving }] of before) {
        const latest = latestOf(station);
        if (latest === undefined) continue;
        const next = refreshRow(row, latest);
        if (isSpare({ row: next, saving }, latest)) drafts.delete(station);
        else if (next !== row) drafts.set(station, { row: next, saving });
      }
      if (before.some(([station, draft]) => drafts.get(station) !== draft)) tell();
    },
    /** No longer says that a row was saved. The row stays until `take` finds its revision loaded. */
    settle: (station: string) =>
      change(station, ({ row, saving }) => ({ row, saving: saving.state === "saved" ? IDLE : saving })),
    /** Discards all changes. */
    discard: (): void => {
      drafts.clear();
      tell();
    },
  };
}

/** What changes the fields of a station whose newest known revision is `latest`. */
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

/** The rows that were being edited when the page was left or loaded again. */
function restored(stored: unknown): [string, Draft][] {
  const read = storedRows.safeParse(stored);
  if (!read.success) return [];
  return Object.entries(read.data).map(([station, { saved, edits, hasNewChanges }]) => {
    const all = Object.entries(edits).map(([field, { value, from }]) => [field, { value, from }] as const);
    return [station, { row: { saved, edits: Object.fromEntries(all), hasNewChanges }, saving: IDLE }];
  });
}

function isSpare({ row, saving }: Draft, latest: SavedEntry | null): boolean {
  const isCaughtUp = (latest?.created ?? "") >= (row.saved?.created ?? "");
  return saving.state === "idle" && rowState(row) === "unchanged" && isCaughtUp;
}
