import { SECOND_MS } from "@groundcrew/shared/lib";

/** The limits of a head start: how long it is, and how many stations connect in it nevertheless. */
export type HeadStartLimits = { ms: number; stations: number };

/** Consoles try again within three seconds. */
export const HEAD_START: HeadStartLimits = { ms: 4 * SECOND_MS, stations: 100 };

/**
 * Lets consoles return first after a start. When a large fleet connects again all at once, the server has time for nothing else, so most
 * stations wait for the answer to their CONNECT for a few seconds.
 */
export function headStart({ ms, stations }: HeadStartLimits) {
  let left = stations;
  let timer: NodeJS.Timeout | undefined;
  const ended = Promise.withResolvers<void>();
  return {
    begin: () => void (timer = setTimeout(ended.resolve, ms)),
    /** Resolves when a station may connect. */
    async turn(): Promise<void> {
      if (left > 0) left -= 1;
      else await ended.promise;
    },
    end(): void {
      clearTimeout(timer);
      ended.resolve();
    },
  };
}
