import { useCallback, useEffect, useSyncExternalStore } from "react";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { entryToSave, rowState, unsavedQuestion } from "@groundcrew/shared/ssot";
import type { Station } from "@groundcrew/shared/stations";
import { CallFailure, failedWrite, useServerMutation } from "../data/api/index.ts";
import { storedDraft, onDraftsCleared } from "../lib/index.ts";
import { pageValue } from "../page/index.ts";
import { stationTitle, stationTypeIcon } from "../station/index.ts";
import { toast, Notice, UnsavedGuard } from "../ui/index.ts";
import { createDrafts, type Draft, type Drafts } from "./drafts.ts";
import { entryKinds, type EntryKind } from "./entry-kinds.ts";

/** How long a row is marked as saved. */
const SAVED_MS = 5_000;

/** The drafts by user and kind. */
const allDrafts = pageValue(() => new Map<string, Drafts>());

onDraftsCleared(({ except }) => {
  for (const [key, drafts] of allDrafts.get()) {
    if (except === undefined || !key.startsWith(`${except} `)) drafts.discard();
  }
});

/** The drafts of a user. They survive the end of a session, until another user logs in. */
function userDrafts({ email }: SessionUser, kind: EntryKind): Drafts {
  const key = `${email} ${kind}`;
  const all = allDrafts.get();
  const drafts = all.get(key) ?? createDrafts(storedDraft(email, `rows of ${kind}`));
  all.set(key, drafts);
  return drafts;
}

type DraftsOptions = {
  user: SessionUser;
  kind: EntryKind;
  /** All known stations, by name. */
  stations: ReadonlyMap<string, Station> | undefined;
};

/** The rows being edited, and the function that saves them. */
export function useDrafts({ user, kind, stations }: DraftsOptions) {
  const drafts = userDrafts(user, kind);
  const { latestOf, send, load } = entryKinds[kind];

  // Drafts are outside React state, so an effect merges loaded revisions into them.
  useEffect(() => {
    drafts.refresh((name) => {
      const station = stations?.get(name);
      return station && latestOf(station);
    });
  }, [drafts, stations, latestOf]);

  const { mutate } = useServerMutation({
    lockName: ({ station }) => station.name,
    // A draft is what was saved until that is loaded.
    shows: [],
    run: ({ station, draft }: { station: Station; draft: Draft }) =>
      send(station.name, draft.row, entryToSave(draft.row)),
    onStart: ({ station }) => drafts.begin(station.name),
    onSuccess(saved, { station }) {
      drafts.accept(station.name, saved);
      setTimeout(() => drafts.settle(station.name), SAVED_MS);
    },
    async onError(error, { station }) {
      if (!(error instanceof CallFailure && error.status === 412)) {
        drafts.fail(station.name, failedWrite(error, "Not saved:").join(" "));
        toast("danger", ...failedWrite(error, `${stationTitle(station)} was not saved. The changes are kept.`));
        return;
      }
      drafts.reject(station.name, await orNull(load(station.name)));
    },
  });

  const save = useCallback(
    (station: Station) => {
      const draft = drafts.find(station.name);
      if (!draft || draft.saving.state === "saving" || rowState(draft.row) === "unchanged") return;
      mutate({ station, draft });
    },
    [drafts, mutate],
  );
  return { drafts, save };
}

/** The result, or null if loading failed: the next refresh loads it then. */
async function orNull<T>(loading: Promise<T>): Promise<T | null> {
  try {
    return await loading;
  } catch {
    return null;
  }
}

/** The draft of a station; undefined if there is none. */
export function useDraft(drafts: Drafts, station: string): Draft | undefined {
  return useSyncExternalStore(drafts.subscribe, () => drafts.find(station));
}

/** The stations with unsaved changes. */
function useUnsaved(drafts: Drafts): readonly string[] {
  return useSyncExternalStore(drafts.subscribe, drafts.unsaved);
}

type DraftsGuardProps = {
  kind: EntryKind;
  drafts: Drafts;
  /** All known stations, and those visible in the table. */
  stations: ReadonlyMap<string, Station> | undefined;
  visible: readonly Station[] | undefined;
};

/** Asks before unsaved changes are lost, and warns about unsaved changes in stations that the table does not show. */
export function DraftsGuard({ kind, drafts, stations, visible }: DraftsGuardProps) {
  const unsaved = useUnsaved(drafts);
  const visibleNames = new Set(unsaved.length > 0 ? visible?.map(({ name }) => name) : []);
  const hidden = visible === undefined ? [] : unsaved.filter((name) => !visibleNames.has(name));
  return (
    <>
      <UnsavedGuard
        isUnsaved={unsaved.length > 0}
        sentence={unsaved.map((name) => unsavedQuestion(kind, name)).join("\n")}
        onLeave={drafts.discard}
      />
      {hidden.length > 0 && (
        <div className="mb-3">
          <Notice tone="warning">
            {`Stations hidden by these filters have unsaved changes: ${hidden.map((name) => stationLabel(name, stations)).join(", ")}.`}
          </Notice>
        </div>
      )}
    </>
  );
}

function stationLabel(name: string, stations: DraftsGuardProps["stations"]): string {
  const station = stations?.get(name);
  return station ? `${stationTitle(station)} (${stationTypeIcon(station).label})` : name;
}
