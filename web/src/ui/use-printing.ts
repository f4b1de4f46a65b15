import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

/** Maximum number of printed rows: more would block the browser, and a CSV file is more useful. */
export const PRINTED_ROWS = 1_000;

let isPrinting = false;

/** Whether the page is being printed. It is rendered again first, so that rows out of view are printed too. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting);
}

function subscribe(notify: () => void): () => void {
  // The browser lays out the printed page right after the event.
  const begin = () => flushSync(() => set(true));
  const end = () => set(false);
  function set(value: boolean): void {
    isPrinting = value;
    notify();
  }
  window.addEventListener("beforeprint", begin);
  window.addEventListener("afterprint", end);
  return () => {
    window.removeEventListener("beforeprint", begin);
    window.removeEventListener("afterprint", end);
  };
}

/** The indexes of the rows to print. */
export function printedRange({ count }: { count: number }): number[] {
  return Array.from({ length: Math.min(count, PRINTED_ROWS) }, (_, index) => index);
}
