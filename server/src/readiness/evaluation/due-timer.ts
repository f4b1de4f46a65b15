import { SECOND_MS } from "@groundcrew/shared/lib";
import { turns } from "../../platform/lib/index.ts";

/** Calls `evaluate` for stations when they are due, at most a second later. Most times move into the future before they come, so they are only compared. */
export function dueTimer({ now, evaluate }: { now: () => number; evaluate: (name: string) => void }) {
  const due = new Map<string, number>();
  const timer = setInterval(() => void evaluateDue(), SECOND_MS);
  let isStopped = false;

  async function evaluateDue(): Promise<void> {
    const at = now();
    const names = [...due].flatMap(([name, time]) => (time <= at ? name : []));
    for (const name of names) due.delete(name);
    const turn = turns();
    for (const name of names) {
      await turn();
      if (!isStopped) evaluate(name);
    }
  }

  return {
    /** Sets when a station is due (ms), null for never. */
    set(name: string, at: number | null): void {
      if (at === null) due.delete(name);
      else due.set(name, at);
    },
    stop(): void {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
