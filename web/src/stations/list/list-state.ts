import { z } from "zod";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "@tanstack/react-router";
import type { SessionUser } from "@groundcrew/shared/sessions";

/** The state of a list: which rows are open, which groups are closed, and what is at the top of the window. */
const listState = z.object({
  open: z.array(z.string()),
  closed: z.array(z.string()),
  /** Heights of the open rows (px), so that nothing moves while they are measured again. */
  heights: z.record(z.string(), z.number()),
  /** The line at the top of the window, and how far it is scrolled past the line's top (px); null at the top of the page. */
  anchor: z.object({ key: z.string(), index: z.number().optional(), offset: z.number() }).nullable(),
});
export type ListState = z.output<typeof listState>;

/** The state of a list that is opened for the first time. */
export const INITIAL_LIST_STATE: ListState = { open: [], closed: [], heights: {}, anchor: null };

const stored = z.object({
  /** The list that was visited last: its user, its query, and its entry in the tab's history. */
  last: z.object({ user: z.string(), query: z.record(z.string(), z.string()), entry: z.string() }).nullable(),
  /** States by the key of their history entry, the latest last. */
  states: z.array(z.tuple([z.string(), listState])),
});
type Stored = z.output<typeof stored>;
export type LastList = NonNullable<Stored["last"]>;

const KEY = "groundcrew-list";
const STORED_MAX = 20;

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

/** The state stored with an entry of the tab's history; null if there is none. */
export function readListState(storage: Storage, entry: string | undefined): ListState | null {
  return read(storage).states.find(([key]) => key === entry)?.[1] ?? null;
}

/** Stores a state with an entry of the tab's history. Older ones are deleted. */
export function saveListState(storage: Storage, entry: string, state: ListState): void {
  const { last, states } = read(storage);
  const others = states.filter(([key]) => key !== entry);
  write(storage, { last, states: [...others, [entry, state] satisfies [string, ListState]].slice(-STORED_MAX) });
}

/** The list that a user visited last in this tab. */
export function lastList(storage: Storage, user: string): LastList | null {
  const { last } = read(storage);
  return last?.user === user ? last : null;
}

/** Records which list a user visits, for the link back to it. */
export function rememberList(storage: Storage, last: LastList): void {
  write(storage, { last, states: read(storage).states });
}

function read(storage: Storage): Stored {
  const text = storage.getItem(KEY);
  const parsed = text === null ? null : stored.safeParse(parseJson(text));
  return parsed?.data ?? { last: null, states: [] };
}

function write(storage: Storage, value: Stored): void {
  try {
    storage.setItem(KEY, JSON.stringify(value));
  } catch {
    // The tab's storage is full or disabled: the list will open at its top.
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type Position = Pick<ListState, "anchor" | "heights">;

/**
 * The open rows, the closed groups and the scroll position of the list, stored with the entry of the tab's history, so that going
 * back shows the list as it was.
 */
export function useListState() {
  const { entry, initial } = useInitialState();
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(initial.open));
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => new Set(initial.closed));
  const position = useRef<Position>(initial);
  const saved = useRef<ListState>(initial);
  useEffect(() => {
    saved.current = { ...saved.current, open: [...open], closed: [...closed] };
  }, [open, closed]);

  useEffect(() => {
    if (entry === undefined) return;
    const save = () => saveListState(sessionStorage, entry, { ...saved.current, ...position.current });
    window.addEventListener("pagehide", save);
    return () => {
      window.removeEventListener("pagehide", save);
      save();
    };
  }, [entry]);

  // The browser would restore the scroll position before the list is rendered.
  useEffect(() => {
    window.history.scrollRestoration = "manual";
    return () => {
      window.history.scrollRestoration = "auto";
    };
  }, []);

  return {
    initial,
    open,
    closed,
    toggleOpen: useCallback((name: string) => setOpen((names) => toggled(names, name)), []),
    toggleClosed: useCallback((key: string) => setClosed((keys) => toggled(keys, key)), []),
    setClosed,
    handlePosition: useCallback((next: Position) => {
      position.current = next;
    }, []),
  };
}

function useInitialState() {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  const previousEntry = useLocation({ select: ({ state }) => state.listEntry });
  const [initial] = useState(
    () => readListState(sessionStorage, entry) ?? readListState(sessionStorage, previousEntry) ?? INITIAL_LIST_STATE,
  );
  return { entry, initial };
}

/** Whether the list was at its top when it was left, or is opened for the first time. */
export function useOpensAtTop(): boolean {
  return useInitialState().initial.anchor === null;
}

/** Records the list that the user visits, by its address, which Back to Stations List links to. */
export function useLastList(user: Pick<SessionUser, "email">, query: Record<string, string>): void {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  useEffect(() => {
    if (entry === undefined) return;
    rememberList(sessionStorage, { user: user.email, query, entry });
  }, [user.email, query, entry]);
}

function toggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const after = new Set(names);
  if (!after.delete(name)) after.add(name);
  return after;
}
