import { useEffect, useEffectEvent } from "react";

/** Why something is loaded: someone wants to see it, or time has passed. */
export type RefreshCause = "person" | "timer";

/**
 * Calls `refresh` every `everyMs`, but not while the page is hidden: then at once when it is shown again. Also when the
 * network comes back. What is shown from an earlier visit was last refreshed at `sinceMs`, and is due that much sooner.
 */
export function useRefresh(everyMs: number, refresh: (cause: RefreshCause) => void, sinceMs?: number): void {
  const untilDue = useEffectEvent(() => {
    const leftMs = (sinceMs ?? Infinity) + everyMs - Date.now();
    return leftMs > 0 && leftMs < everyMs ? leftMs : everyMs;
  });
  const onTick = useEffectEvent(() => {
    if (!document.hidden) refresh("timer");
  });
  const onVisibility = useEffectEvent(() => {
    if (!document.hidden) refresh("person");
  });

  useEffect(() => {
    let timer = setTimeout(() => {
      onTick();
      timer = setInterval(() => onTick(), everyMs);
    }, untilDue());
    const handleVisibility = () => onVisibility();
    const handleOnline = () => onTick();
    document.addEventListener("visibilitychange", handleVisibility);
    window.addEventListener("online", handleOnline);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", handleVisibility);
      window.removeEventListener("online", handleOnline);
    };
  }, [everyMs]);
}
