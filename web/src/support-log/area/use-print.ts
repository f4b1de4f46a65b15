import { useEffect, useEffectEvent } from "react";
import { flushSync } from "react-dom";

/** Calls `prepare` before the page is printed, so that what it adds to the page is printed too. */
export function usePrint(prepare: () => void): void {
  const onPrint = useEffectEvent(prepare);
  useEffect(() => {
    const handlePrint = () => flushSync(() => onPrint());
    window.addEventListener("beforeprint", handlePrint);
    return () => window.removeEventListener("beforeprint", handlePrint);
  }, []);
}
