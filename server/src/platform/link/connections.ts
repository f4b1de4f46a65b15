import { readTopic } from "@groundcrew/shared/link";
import type { Session } from "./broker/session.ts";

type Options = {
  /** Whether other threads listen on the same port. */
  isShared: boolean;
  onLost: (station: string) => void;
};

/** Tracks which stations are connected, and which are being authenticated. */
export function trackConnections({ isShared, onLost }: Options) {
  const byStation = new Map<string, { session: Session; number: number }>();
  let lastNumber = 0;
  /** The clients that are being authenticated, and whether their station was cut off meanwhile. */
  const authenticating = new Map<Session, { station: string; isCut: boolean }>();

  /** Ends a station's connection without its will; it does not count as lost. */
  function handOver(station: string): void {
    const own = byStation.get(station);
    byStation.delete(station);
    own?.session.end("handed_over");
  }

  return {
    /** How many stations are connected. */
    count: (): number => byStation.size,
    /** Has to be called before the station's credentials are looked up. */
    begin: (session: Session, station: string): void => void authenticating.set(session, { station, isCut: false }),
    /** Whether the station was cut off since its authentication began: its password may have been looked up just before it was changed. */
    isCut: (session: Session): boolean => authenticating.get(session)?.isCut ?? false,
    /** Adds an authenticated station, and ends its earlier connection. Returns the number of the connection; later ones have higher numbers. */
    add(session: Session, station: string): number {
      authenticating.delete(session);
      // The next connection may be another thread's, whose birth could be stored before a will from here.
      if (isShared) handOver(station);
      else byStation.get(station)?.session.end("replaced");
      lastNumber++;
      byStation.set(station, { session, number: lastNumber });
      return lastNumber;
    },
    /** Ends a station's connection because it has connected elsewhere, unless it has connected here again. */
    handOver: (station: string, number: number): void => {
      if (byStation.get(station)?.number === number) handOver(station);
    },
    remove(session: Session): void {
      authenticating.delete(session);
      const { name } = session;
      if (name === null || byStation.get(name)?.session !== session) return;
      byStation.delete(name);
      onLost(name);
    },
    /** Sends to the station of a topic; false when it is not connected, has not subscribed, or is too slow. */
    send: async (topic: string, payload: string): Promise<boolean> =>
      byStation.get(readTopic(topic)?.station ?? "")?.session.send(topic, payload) ?? false,
    /** Ends a station's connection, also one that is still being established. */
    cutOff: (station: string): void => {
      for (const client of authenticating.values()) if (client.station === station) client.isCut = true;
      byStation.get(station)?.session.end("cut_off");
    },
  };
}
