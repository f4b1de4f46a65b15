import type { LinkThread } from "./link-thread.ts";

/** The latest connection of a station; `at` is in ms. */
type Connection = { thread: Pick<LinkThread, "handOver">; number: number; at: number };

/** Which of several threads has each station's connection. */
export function connectionOwners<Thread extends Pick<LinkThread, "handOver">>() {
  const latest = new Map<string, Connection & { thread: Thread }>();
  return {
    /** Notes a new connection of a station. An earlier one that another thread has is ended there. */
    connected(station: string, connection: Connection & { thread: Thread }): void {
      const before = latest.get(station);
      latest.set(station, connection);
      if (before && before.thread !== connection.thread) before.thread.handOver(station, before.number);
    },
    /** The thread to which a station has connected last. */
    of: (station: string): Thread | undefined => latest.get(station)?.thread,
    /** When a station has connected last (ms). */
    connectedAt: (station: string): number => latest.get(station)?.at ?? -Infinity,
  };
}
