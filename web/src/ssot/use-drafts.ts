import { useCallback, useEffect, useSyncExternalStore } from "react";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { entryToSave, rowState } from "@groundcrew/shared/ssot";
import type { Station } from "@groundcrew/shared/stations";
import { CallFailure, sentenceOf, useWrite } from "../api/index.ts";
import { draftOf, onDraftsCleared } from "../lib/index.ts";
import { titleOf } from "../station/index.ts";
import { toast } from "../ui/index.ts";
import { openDrafts, type Draft, type Drafts } from "./drafts.ts";
import { entryKinds, type EntryKind } from "./entry-kinds.ts";

/** How long a row says that it was saved. */
const SAVED_MS = 5_000;

/** By user and kind. */
const opened = new Map<string, Drafts>();

onDraftsCleared(({ except }) => {
  for (const [key, drafts] of opened) if (except === undefined || !key.startsWith(`${except} `)) drafts.discard();
});

/** The drafts of a user, kept even while the session ends and the same user logs in again. */
function draftsOf({ email }: SessionUser, kind: EntryKind): Drafts {
  const key = `${email} ${kind}`;
  const drafts = opened.get(key) ?? openDrafts(draftOf(email, `rows of ${kind}`));
  opened.set(key, drafts);
  return drafts;
}

type DraftsOf = {
  user: SessionUser;
  kind: EntryKind;
  /** All stations known, by name. */
  stations: ReadonlyMap<string, Station> | undefined;
  /** Loads the stations again. */
  reload: () => Promise<void>;
};

/** Rows that someone edits, and what saves them. */
export function useDrafts({ user, kind, stations, reload }: DraftsOf) {
  const drafts = draftsOf(user, kind);
  const { latestOf, send, load } = entryKinds[kind];

  // Drafts live outside React, so what was loaded is merged into them here.
  useEffect(() => {
    drafts.take((name) => {
      const station = stations?.get(name);
      return station && latestOf(station);
    });
  }, [drafts, stations, latestOf]);

  const { mutate } = useWrite({
    lockName: ({ station }) => station.name,
    run: ({ station, draft }: { station: Station; draft: Draft }) =>
      send(station.name, draft.row, entryToSave(draft.row)),
    onStart: ({ station }) => drafts.begin(station.name),
    onSuccess(saved, { station }) {
      drafts.accept(station.name, saved);
      setTimeout(() => drafts.settle(station.name), SAVED_MS);
      return reload();
    },
    async onError(error, { station }) {
      if (!(error instanceof CallFailure && error.status === 412)) {
        drafts.fail(station.name, sentenceOf(error));
        toast("danger", `${titleOf(station)} was not saved. The changes are kept.`, sentenceOf(error));
        return;
      }
      drafts.refuse(station.name, await orNull(load(station.name)));
      await reload();
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

/** What could not be loaded comes with the next refresh. */
async function orNull<T>(loading: Promise<T>): Promise<T | null> {
  try {
    return await loading;
  } catch {
    return null;
  }
}

/** The draft of a station, if there is one. */
export function useDraft(drafts: Drafts, station: string): Draft | undefined {
  return useSyncExternalStore(drafts.watch, () => drafts.find(station));
}

/** The stations with changes that are not saved. */
export function useUnsaved(drafts: Drafts): readonly string[] {
  return useSyncExternalStore(drafts.watch, drafts.unsaved);
}
