import { useEffect, useEffectEvent } from "react";

type RefreshOptions = {
  refresh: () => void;
  /** How long the displayed data, perhaps from an earlier visit, is still current (ms). */
  dueInMs?: () => number;
};

/**
 * Calls `refresh` every `everyMs`, but not while the page is hidden: then as soon as it is visible again. Also when the network
 * is back. Never if it is infinite.
 */
export function useRefresh(everyMs: number, { refresh, dueInMs }: RefreshOptions): void {
  const untilDue = useEffectEvent(() => {
    const leftMs = dueInMs?.() ?? everyMs;
    return leftMs > 0 && leftMs < everyMs ? leftMs : everyMs;
  });
  const onDue = useEffectEvent(() => {
    if (!document.hidden) refresh();
  });
  useEffect(() => {
    if (everyMs === Infinity) return undefined;
    let timer = setTimeout(() => {
      onDue();
      timer = setInterval(() => onDue(), everyMs);
    }, untilDue());
    const handleReturn = () => onDue();
    document.addEventListener("visibilitychange", handleReturn);
    window.addEventListener("online", handleReturn);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", handleReturn);
      window.removeEventListener("online", handleReturn);
    };
  }, [everyMs]);
}
