import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

/** The most rows of a list or table that are printed: more would hold up the browser, and a CSV file serves better. */
export const PRINTED_ROWS = 1_000;

let isPrinting = false;

/** Whether the page is being printed. It is rendered once more before it is, so that rows out of view are printed too. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting);
}

function subscribe(notify: () => void): () => void {
  // The browser lays out the printed page as soon as the event is over.
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
