import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { wholeNumber } from "@groundcrew/shared/lib";
import { pageValue } from "../page/index.ts";

/** Maximum number of printed rows: more would block the browser, and a CSV file is more useful. */
const PRINTED_ROWS = 1_000;

const isPrinting = pageValue(() => false);

/** True if the page is being printed. It is rendered again first, so that rows out of view are printed too. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, isPrinting.get);
}

function subscribe(notify: () => void): () => void {
  // The browser lays out the printed page right after the event.
  const startPrinting = () => flushSync(() => isPrinting.set(true));
  const end = () => isPrinting.set(false);
  const unsubscribe = isPrinting.subscribe(notify);
  window.addEventListener("beforeprint", startPrinting);
  window.addEventListener("afterprint", end);
  return () => {
    unsubscribe();
    window.removeEventListener("beforeprint", startPrinting);
    window.removeEventListener("afterprint", end);
  };
}

/** The indexes of the rows to print. */
export function printedRange({ count }: { count: number }): number[] {
  return Array.from({ length: Math.min(count, PRINTED_ROWS) }, (_, index) => index);
}

/** States, in print only, that a long list or table is cut off there. */
export function PrintLimit({ count }: { count: number }) {
  if (count <= PRINTED_ROWS) return null;
  return (
    <p className="print-only mt-3">
      {`The first ${wholeNumber(PRINTED_ROWS)} of ${wholeNumber(count)} rows are printed. Narrow the list with a filter to print the others.`}
    </p>
  );
}
