import { LINK_SILENCE_MS } from "@groundcrew/shared/link";
import { SECOND_MS } from "@groundcrew/shared/lib";

const CHECK_MS = SECOND_MS;
/** When timers have not run for this long, the process or its machine was suspended. */
const PAUSE_MS = 5 * SECOND_MS;

/** Pauses of this process. For some time after one, silence of a station means nothing. */
export type Pauses = {
  /** When the latest pause ended, in ms, while stations still have time to report; null otherwise. */
  endedAt: () => number | null;
  /** The time up to which silence counts: the start of the pause while stations still have time to report, otherwise now. */
  receivingUntil: () => number;
};

/** For tests and processes that never pause. */
export const NEVER_PAUSED = (now: () => number): Pauses => ({ endedAt: () => null, receivingUntil: now });

type Watching = {
  now: () => number;
  /** A monotonic clock, in ms. */
  monotonic?: () => number;
};

/**
 * Detects when this process was suspended: silence and lost connections then mean nothing. Afterwards stations have as much time to
 * report as a station may be silent.
 */
export function watchPauses({
  now,
  monotonic = () => performance.now(),
}: Watching): Pauses & { stop(): Promise<void> } {
  let last = { monotonic: monotonic(), at: now() };
  let pause: { startedAt: number; endedAt: number } | null = null;

  /** Called on every query, because after a pause messages that arrived meanwhile are handled before any timer. */
  function detect(): void {
    const seen = { monotonic: monotonic(), at: now() };
    if (seen.monotonic - last.monotonic >= PAUSE_MS) {
      pause = { startedAt: pause?.startedAt ?? last.at, endedAt: seen.at };
    } else if (pause && seen.at - pause.endedAt > LINK_SILENCE_MS) pause = null;
    last = seen;
  }

  const watching = setInterval(detect, CHECK_MS);
  return {
    endedAt() {
      detect();
      return pause?.endedAt ?? null;
    },
    receivingUntil() {
      detect();
      return pause?.startedAt ?? last.at;
    },
    async stop() {
      clearInterval(watching);
    },
  };
}
