import { createContext, use, useState } from "react";

/** The user who owns drafts. Without one, nothing is stored. */
export const DraftOwner = createContext<string | null>(null);

const PREFIX = "draft ";
const listeners = new Set<(cleared: ClearedDrafts) => void>();

/** Which drafts to clear: those of all users, or of all but one. */
type ClearedDrafts = { except?: string };

/** Form input that has not been sent, stored for this tab so that it survives a reload and an expired session. */
export type StoredDraft = { read: () => unknown; write: (value: unknown) => void; clear: () => void };

const NONE: StoredDraft = { read: () => undefined, write: () => {}, clear: () => {} };

/** A user's draft. */
export function storedDraft(owner: string, name: string): StoredDraft {
  const key = storageKey(owner, name);
  return {
    read: () => parsed(sessionStorage.getItem(key)),
    write: (value) => store(key, JSON.stringify(value)),
    clear: () => sessionStorage.removeItem(key),
  };
}

/** The current user's draft. Without a name nothing is stored. */
export function useDraft(name: string | undefined): StoredDraft {
  const owner = use(DraftOwner);
  const [draft] = useState(() => (owner === null || name === undefined ? NONE : storedDraft(owner, name)));
  return draft;
}

/** Clears the drafts in this tab: all of them at logout, other users' at login. */
export function clearDrafts(cleared: ClearedDrafts = {}): void {
  const keptPrefix = cleared.except === undefined ? null : storageKey(cleared.except, "");
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX) && (keptPrefix === null || !key.startsWith(keptPrefix))) sessionStorage.removeItem(key);
  }
  for (const listener of listeners) listener(cleared);
}

/** Calls `listener` whenever drafts are cleared. */
export function onDraftsCleared(listener: (cleared: ClearedDrafts) => void): void {
  listeners.add(listener);
}

function storageKey(owner: string, name: string): string {
  return `${PREFIX}${owner} ${name}`;
}

function parsed(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Not written by this code, so there is no draft.
    return undefined;
  }
}

function store(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // The storage is full or disabled. The form still has the input.
    sessionStorage.removeItem(key);
  }
}
