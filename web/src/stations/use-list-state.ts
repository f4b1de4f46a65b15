import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "@tanstack/react-router";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { viewSettingsToQuery, type ViewSettings } from "@groundcrew/shared/stations";
import { saveListState, type ListState, readListState, rememberList, INITIAL_LIST_STATE } from "./list-state.ts";

type Position = Pick<ListState, "anchor" | "heights">;

/**
 * What is open and closed in the list and where it is scrolled to, kept with the entry of the tab's history: coming
 * back shows the list as it was.
 */
export function useListState() {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  const from = useLocation({ select: ({ state }) => state.listEntry });
  const [before] = useState(
    () => readListState(sessionStorage, entry) ?? readListState(sessionStorage, from) ?? INITIAL_LIST_STATE,
  );
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(before.open));
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => new Set(before.closed));
  const position = useRef<Position>(before);
  const place = useRef<ListState>(before);
  useEffect(() => {
    place.current = { ...place.current, open: [...open], closed: [...closed] };
  }, [open, closed]);

  useEffect(() => {
    if (entry === undefined) return;
    const keep = () => saveListState(sessionStorage, entry, { ...place.current, ...position.current });
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      keep();
    };
  }, [entry]);

  // The browser scrolls back before the list is there.
  useEffect(() => {
    window.history.scrollRestoration = "manual";
    return () => {
      window.history.scrollRestoration = "auto";
    };
  }, []);

  return {
    before,
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

/** Remembers the list a user looks at, to which Back to Stations List leads. */
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
