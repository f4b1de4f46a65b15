import { useEffect, useEffectEvent } from "react";

type Refreshing = {
  refresh: () => void;
  /** How long what is shown, perhaps from an earlier visit, is still good for (ms). */
  dueInMs?: () => number;
};

/**
 * Calls `refresh` every `everyMs`, but not while the page is hidden: then at once when it is shown again. Also when the
 * network comes back.
 */
export function useRefresh(everyMs: number, { refresh, dueInMs }: Refreshing): void {
  const untilDue = useEffectEvent(() => {
    const leftMs = dueInMs?.() ?? everyMs;
    return leftMs > 0 && leftMs < everyMs ? leftMs : everyMs;
  });
  const onDue = useEffectEvent(() => {
    if (!document.hidden) refresh();
  });
  useEffect(() => {
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
