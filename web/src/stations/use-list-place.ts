import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "@tanstack/react-router";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { viewSettingsToQuery, type ViewSettings } from "@groundcrew/shared/stations";
import { keepPlace, type ListPlace, readPlace, rememberList, TOP_OF_LIST } from "./list-place.ts";

type Position = Pick<ListPlace, "anchor" | "heights">;

/**
 * What is open and closed in the list and where it is scrolled to, kept with the entry of the tab's history: coming
 * back shows the list as it was.
 */
export function useListPlace() {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  const from = useLocation({ select: ({ state }) => state.listEntry });
  const [before] = useState(() => readPlace(sessionStorage, entry) ?? readPlace(sessionStorage, from) ?? TOP_OF_LIST);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(before.open));
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => new Set(before.closed));
  const position = useRef<Position>(before);
  const place = useRef<ListPlace>(before);
  useEffect(() => {
    place.current = { ...place.current, open: [...open], closed: [...closed] };
  }, [open, closed]);

  useEffect(() => {
    if (entry === undefined) return;
    const keep = () => keepPlace(sessionStorage, entry, { ...place.current, ...position.current });
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
export function useRememberedList(user: Pick<SessionUser, "email">, settings: ViewSettings): void {
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
