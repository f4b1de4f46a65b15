import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "@tanstack/react-router";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { viewSettingsToQuery, type ViewSettings } from "@groundcrew/shared/stations";
import { saveListState, type ListState, readListState, rememberList, INITIAL_LIST_STATE } from "./list-state.ts";

type Position = Pick<ListState, "anchor" | "heights">;

/**
 * The open rows, the closed groups and the scroll position of the list, stored with the entry of the tab's history, so that going
 * back shows the list as it was.
 */
export function useListState() {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  const previousEntry = useLocation({ select: ({ state }) => state.listEntry });
  const [initial] = useState(
    () => readListState(sessionStorage, entry) ?? readListState(sessionStorage, previousEntry) ?? INITIAL_LIST_STATE,
  );
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

/** Records the list that the user visits, which Back to Stations List leads to. */
export function useLastList(user: Pick<SessionUser, "email">, settings: ViewSettings): void {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  useEffect(() => {
    if (entry === undefined) return;
    rememberList(sessionStorage, { user: user.email, query: viewSettingsToQuery(settings), entry });
  }, [user.email, settings, entry]);
}

function toggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const after = new Set(names);
  if (!after.delete(name)) after.add(name);
  return after;
}
