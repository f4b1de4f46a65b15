import { LINK_SILENCE_MS } from "@groundcrew/shared/link";
import { SECOND_MS } from "@groundcrew/shared/lib";

const LOOK_MS = SECOND_MS;
/** A process that does not get to its timers for so long has been stopped, or its machine was. */
const PAUSE_MS = 5 * SECOND_MS;

/** What this process knows of its own pauses. For some time after one, stations have not had a chance yet to be heard. */
export type Pauses = {
  /** When the latest pause ended (ms), while stations still have time to speak; null otherwise. */
  endedAt: () => number | null;
  /** The time by which to judge how long a station has been silent: while stations have time to speak, when the pause began. */
  heardUntil: () => number;
};

/** For processes that never pause. */
export const NEVER_PAUSED = (now: () => number): Pauses => ({ endedAt: () => null, heardUntil: now });

type Watching = {
  now: () => number;
  /** A clock that nobody sets, in ms. */
  monotonic?: () => number;
};

/**
 * Notices when this process was stopped for a while: silence and lost connections then say nothing of the stations. They have as much
 * time to be heard as a station may be silent.
 */
export function watchPauses({
  now,
  monotonic = () => performance.now(),
}: Watching): Pauses & { stop(): Promise<void> } {
  let last = { monotonic: monotonic(), at: now() };
  let pause: { beganAt: number; endedAt: number } | null = null;

  /** Looked at whenever it matters: after a pause, what came in meanwhile is handled before any timer. */
  function look(): void {
    const seen = { monotonic: monotonic(), at: now() };
    if (seen.monotonic - last.monotonic >= PAUSE_MS) {
      pause = { beganAt: pause?.beganAt ?? last.at, endedAt: seen.at };
    } else if (pause && seen.at - pause.endedAt > LINK_SILENCE_MS) pause = null;
    last = seen;
  }

  const looking = setInterval(look, LOOK_MS);
  return {
    endedAt() {
      look();
      return pause?.endedAt ?? null;
    },
    heardUntil() {
      look();
      return pause?.beganAt ?? last.at;
    },
    async stop() {
      clearInterval(looking);
    },
  };
}
