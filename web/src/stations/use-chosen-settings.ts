import { useEffect, useEffectEvent, useRef, useState } from "react";
import { viewSettingsToQuery, type ViewSettings } from "@groundcrew/shared/stations";
import { whenIdle } from "../lib/index.ts";

type Choice = { settings: ViewSettings; inAddress: ViewSettings };

/** What may lead to another page or a reload, before which the address must have the chosen settings. */
const EVENTS = ["pointerdown", "keydown", "click", "vite:preloadError"] as const;

/**
 * The settings that the user has chosen. They are written to the address only after the list is painted, because each change of the address
 * renders the page several times. A change of the address from elsewhere replaces the choice.
 */
export function useChosenSettings(
  inAddress: ViewSettings,
  write: (settings: ViewSettings) => void,
): [ViewSettings, (settings: ViewSettings) => void] {
  const [choice, setChoice] = useState<Choice | null>(null);
  const unwritten = useRef<ViewSettings | null>(null);

  const flush = useEffectEvent(() => {
    const settings = unwritten.current;
    unwritten.current = null;
    if (settings) write(settings);
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

  function choose(settings: ViewSettings) {
    unwritten.current = settings;
    setChoice({ settings, inAddress });
  }
  return [choice && isCurrent(choice, inAddress) ? choice.settings : inAddress, choose];
}

/** Whether the address has not changed since the choice, or is that of the choice, whose parts then keep their identity. */
function isCurrent({ settings, inAddress: before }: Choice, inAddress: ViewSettings): boolean {
  return before === inAddress || queryText(settings) === queryText(inAddress);
}

function queryText(settings: ViewSettings): string {
  return JSON.stringify(viewSettingsToQuery(settings));
}
