import { createContext, use, useState } from "react";

/** Who types: drafts belong to one user. Without one nothing is kept. */
export const DraftOwner = createContext<string | null>(null);

const PREFIX = "draft ";
const watchers = new Set<(of: ClearedDrafts) => void>();

/** Whose drafts are forgotten: those of all users, or of all but one. */
type ClearedDrafts = { except?: string };

/** What was typed and not sent yet, kept in this tab so that it survives a reload and a session that expires. */
export type StoredDraft = { read: () => unknown; write: (value: unknown) => void; forget: () => void };

const NONE: StoredDraft = { read: () => undefined, write: () => {}, forget: () => {} };

/** The draft of a user by its name. */
export function draftOf(owner: string, name: string): StoredDraft {
  const key = keyOf(owner, name);
  return {
    read: () => parsed(sessionStorage.getItem(key)),
    write: (value) => store(key, JSON.stringify(value)),
    forget: () => sessionStorage.removeItem(key),
  };
}

/** The draft of the user who is logged in; without a name nothing is kept. */
export function useDraft(name: string | undefined): StoredDraft {
  const owner = use(DraftOwner);
  const [draft] = useState(() => (owner === null || name === undefined ? NONE : draftOf(owner, name)));
  return draft;
}

/** Forgets the drafts in this tab when someone logs out, and those of other users when someone is logged in. */
export function clearDrafts(of: ClearedDrafts = {}): void {
  const kept = of.except === undefined ? null : keyOf(of.except, "");
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX) && (kept === null || !key.startsWith(kept))) sessionStorage.removeItem(key);
  }
  for (const watcher of watchers) watcher(of);
}

/** Calls `watcher` whenever drafts are forgotten. */
export function onDraftsCleared(watcher: (of: ClearedDrafts) => void): void {
  watchers.add(watcher);
}

function keyOf(owner: string, name: string): string {
  return `${PREFIX}${owner} ${name}`;
}

function parsed(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Written by something else: there is no draft.
    return undefined;
  }
}

function store(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // The storage is full or switched off; what was typed is still in the form.
    sessionStorage.removeItem(key);
  }
}
