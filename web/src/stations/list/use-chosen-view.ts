import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { stationsView, type StationGroup, type ViewSettings } from "@groundcrew/shared/stations";
import { changeableView } from "../../kit/index.ts";
import { whenIdle } from "../../lib/index.ts";

type Choice = { settings: ViewSettings; inAddress: ViewSettings };

/** What may lead to another page or a reload, before which the address must have the chosen settings. */
const EVENTS = ["pointerdown", "keydown", "click", "vite:preloadError"] as const;

/**
 * The view that the user has chosen, with one of the groupings that the user may see. It is written to the address only after the list is
 * painted, because each change of the address renders the page several times. A change of the address from elsewhere replaces the choice.
 */
export function useChosenView(groups: readonly StationGroup[]) {
  const inAddress = useSearch({ strict: false, select: stationsView.read, structuralSharing: true });
  const [choice, setChoice] = useState<Choice | null>(null);
  const chosen = choice && isCurrent(choice, inAddress) ? choice.settings : inAddress;
  // A link may have another grouping.
  const view = useMemo(
    () => (groups.includes(chosen.group) ? chosen : { ...chosen, group: "none" as const }),
    [chosen, groups],
  );
  const write = useWriteLater(choice, inAddress);
  return changeableView(stationsView, view, (next) => {
    const settings = next(view);
    write(settings);
    setChoice({ settings, inAddress });
  });
}

/** Writes settings to the address when the page is idle after `choice` is rendered. */
function useWriteLater(choice: Choice | null, inAddress: ViewSettings) {
  const navigate = useNavigate();
  const unwritten = useRef<ViewSettings | null>(null);
  const flush = useEffectEvent(() => {
    const settings = unwritten.current;
    unwritten.current = null;
    if (!settings) return;
    // Moving the map does not change the list, so it must not scroll.
    const resetScroll = settings.mapAt === inAddress.mapAt;
    void navigate({ to: "/", search: stationsView.write(settings), replace: true, resetScroll });
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
