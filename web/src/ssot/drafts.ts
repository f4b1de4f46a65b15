import {
  acceptSave,
  editField,
  newRow,
  refreshRow,
  refuseRow,
  rowState,
  type FieldValue,
  type SavedEntry,
  type SsotRow,
} from "@groundcrew/shared/ssot";

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
export function openDrafts() {
  const drafts = new Map<string, Draft>();
  const watchers = new Set<() => void>();
  let unsaved: readonly string[] = [];

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
    begin: (station: string) => change(station, ({ row }) => ({ row, saving: { state: "saving" } })),
    accept: (station: string, saved: SavedEntry) =>
      change(station, ({ row }) => ({ row: acceptSave(row, saved), saving: { state: "saved" } })),
    /** The server has a newer revision, `latest` where that could be loaded. */
    refuse: (station: string, latest: SavedEntry | null) =>
      change(station, ({ row }) => ({ row: refreshRow(refuseRow(row), latest), saving: IDLE })),
    fail: (station: string, sentence: string) =>
      change(station, ({ row }) => ({ row, saving: { state: "failed", sentence } })),
    /** Takes in what was loaded. Edits stay, and rows that hold nothing more than it are let go. */
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
    /** Gives all changes up. */
    discard(): void {
      drafts.clear();
      tell();
    },
  };
}

function isSpare({ row, saving }: Draft, latest: SavedEntry | null): boolean {
  const isCaughtUp = (latest?.created ?? "") >= (row.saved?.created ?? "");
  return saving.state === "idle" && rowState(row) === "unchanged" && isCaughtUp;
}
