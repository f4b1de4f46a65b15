import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { fullQuery } from "@groundcrew/shared/saved-views";
import { stationsView, type StationGroup, type ViewSettings } from "@groundcrew/shared/stations";
import type { AddressQuery } from "@groundcrew/shared/view";
import { changeableView } from "../../kit/index.ts";
import { whenIdle } from "../../lib/index.ts";
import type { BaseView } from "./use-base-view.ts";

type Choice = { settings: ViewSettings; inAddress: ViewSettings };

/** Events that may lead to another page or a reload, before which the address must have the chosen settings. */
const EVENTS = ["pointerdown", "keydown", "click", "vite:preloadError"] as const;

/**
 * The view that the user has chosen, with one of the groupings that the user may see. It is written to the address only after the list is
 * painted, because each change of the address renders the page several times. A change of the address from elsewhere replaces the choice.
 * `query` is its address, which has what differs from `base`, and `href` returns a link that opens the same list for everyone.
 */
export function useChosenView(groups: readonly StationGroup[], base: BaseView) {
  const read = (query: AddressQuery) => stationsView.read(query, base.settings);
  const inAddress = useSearch({ strict: false, select: read, structuralSharing: true });
  const [choice, setChoice] = useState<Choice | null>(null);
  const chosen = choice && isCurrent(choice, inAddress) ? choice.settings : inAddress;
  // A link may have another grouping.
  const view = useMemo(
    () => (groups.includes(chosen.group) ? chosen : { ...chosen, group: "none" as const }),
    [chosen, groups],
  );
  const query = useMemo(() => queryOf(base, view), [base, view]);
  const write = useWriteLater(choice, inAddress, base);
  const changeable = changeableView(stationsView, view, (next) => {
    const settings = next(view);
    write(settings);
    setChoice({ settings, inAddress });
  });
  const router = useRouter();
  // Others may not see the view, and their default view is another one.
  const href = () =>
    `/?${String(new URLSearchParams({ ...fullQuery(view), ...peekOf(router.latestLocation.search) }))}`;
  return { ...changeable, query, href };
}

/** The address of settings. */
function queryOf({ id, settings: base }: BaseView, settings: ViewSettings): Record<string, string> {
  return { ...(id !== undefined && { view: id }), ...stationsView.write(settings, {}, base) };
}

/** The part of an address that names the station beside the list. */
function peekOf({ peek }: AddressQuery): { peek?: string } {
  return typeof peek === "string" ? { peek } : {};
}

/** Writes settings to the address when the page is idle after `choice` is rendered. */
function useWriteLater(choice: Choice | null, inAddress: ViewSettings, base: BaseView) {
  const navigate = useNavigate();
  const unwritten = useRef<ViewSettings | null>(null);
  const flush = useEffectEvent(() => {
    const settings = unwritten.current;
    unwritten.current = null;
    if (!settings) return;
    // Moving the map does not change the list, so it must not scroll.
    const resetScroll = settings.mapAt === inAddress.mapAt;
    const search = (before: AddressQuery) => ({ ...queryOf(base, settings), ...peekOf(before) });
    void navigate({ to: "/", search, replace: true, resetScroll });
  });
  useEffect(() => {
    if (!choice) return;
    const flushBefore = () => flush();
    const cancel = whenIdle(flushBefore);
    for (const type of EVENTS) window.addEventListener(type, flushBefore, { capture: true });
    return () => {
      cancel();
      for (const type of EVENTS) window.removeEventListener(type, flushBefore, { capture: true });
    };
  }, [choice]);
  return (settings: ViewSettings) => {
    unwritten.current = settings;
  };
}

/** Whether the address has not changed since the choice, or is that of the choice, whose parts then keep their identity. */
function isCurrent({ settings, inAddress: before }: Choice, inAddress: ViewSettings): boolean {
  return before === inAddress || textOf(settings) === textOf(inAddress);
}

function textOf(settings: ViewSettings): string {
  return JSON.stringify(stationsView.write(settings));
}
