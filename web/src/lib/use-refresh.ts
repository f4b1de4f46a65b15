import { useEffect, useEffectEvent } from "react";

/** Why something is loaded: someone wants to see it, or time has passed. */
export type RefreshCause = "person" | "timer";

/**
 * Calls `refresh` every `everyMs`, but not while the page is hidden: then at once when it is shown again. Also when the
 * network comes back.
 */
export function useRefresh(everyMs: number, refresh: (cause: RefreshCause) => void): void {
  const onTick = useEffectEvent(() => {
    if (!document.hidden) refresh("timer");
  });
  const onVisibility = useEffectEvent(() => {
    if (!document.hidden) refresh("person");
  });

  useEffect(() => {
    const timer = setInterval(() => onTick(), everyMs);
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
