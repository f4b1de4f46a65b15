import { turns } from "../../platform/lib/index.ts";
import { DueTimes } from "./due-times.ts";

/** The longest time of a timer. */
const TIMER_MAX_MS = 2_147_483_647;

/** Calls `evaluate` for stations when they are due. There is one timer, for the first of them, and none while there is none. */
export function dueTimer({ now, evaluate }: { now: () => number; evaluate: (name: string) => void }) {
  const due = new DueTimes();
  let armed: { at: number; timer: NodeJS.Timeout } | null = null;
  let isStopped = false;

  function arm(): void {
    const at = due.next();
    if (isStopped || armed?.at === at) return;
    if (armed) clearTimeout(armed.timer);
    armed = at === null ? null : { at, timer: setTimeout(run, Math.min(TIMER_MAX_MS, Math.max(0, at - now()))) };
  }

  function run(): void {
    armed = null;
    void evaluateAll(due.take(now())).finally(arm);
  }

  async function evaluateAll(names: readonly string[]): Promise<void> {
    const turn = turns();
    for (const name of names) {
      await turn();
      if (!isStopped) evaluate(name);
    }
  }

  return {
    /** Sets when a station is due (ms), null for never. */
    set(name: string, at: number | null): void {
      due.set(name, at);
      arm();
    },
    stop(): void {
      isStopped = true;
      if (armed) clearTimeout(armed.timer);
    },
  };
}
