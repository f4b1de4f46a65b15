import { useEffect, useRef, useState } from "react";
import { listAttachedErrors, type SupportLogEntry } from "@groundcrew/shared/support-log";
import { call, sentenceOf } from "../../api/index.ts";
import { errorRequests, piecesOf, type PrintPiece } from "../printout.ts";

/** The progress of a printout. `done` counts entries. */
type Printout = { pieces: readonly PrintPiece[]; done: number } & (
  | { state: "empty" | "making" | "ready" }
  | { state: "failed"; reason: string }
);

const EMPTY: Printout = { state: "empty", pieces: [], done: 0 };

/** Prepares a printout piece by piece, so that the page stays responsive. */
export function usePrintout() {
  const [printout, setPrintout] = useState(EMPTY);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  function cancel() {
    running.current?.abort();
    setPrintout(EMPTY);
  }

  async function make(log: readonly SupportLogEntry[]): Promise<void> {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    let current: Printout = { state: "making", pieces: [], done: 0 };
    setPrintout(current);
    try {
      for (const entries of piecesOf(log)) {
        const piece = { entries, errors: await errorsOf(entries, signal) };
        await nextTask();
        if (signal.aborted) return;
        current = { state: "making", pieces: [...current.pieces, piece], done: current.done + entries.length };
        setPrintout(current);
      }
      setPrintout({ ...current, state: "ready" });
    } catch (error) {
      if (!signal.aborted) setPrintout({ ...current, state: "failed", reason: sentenceOf(error) });
    }
  }

  return { printout, make, cancel };
}

async function errorsOf(entries: readonly SupportLogEntry[], signal: AbortSignal) {
  const replies = [];
  for (const ids of errorRequests(entries)) {
    replies.push((await call(listAttachedErrors, { query: { entries: ids.join(",") } }, { signal })).body);
  }
  return replies.flat();
}

/** Lets the browser handle input and paint before the next piece. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
