import { readTopic } from "@groundcrew/shared/link";
import type { Session } from "./broker/session.ts";

/** Tracks which stations are connected, and which are being authenticated. */
export function trackConnections(onLost: (station: string, epoch: number) => void) {
  const byStation = new Map<string, Session>();
  /** The clients that are being authenticated, and whether their station was cut off meanwhile. */
  const authenticating = new Map<Session, { station: string; isCut: boolean }>();

  return {
    /** How many stations are connected. */
    count: (): number => byStation.size,
    /** Has to be called before the station's credentials are looked up. */
    begin: (session: Session, station: string): void => void authenticating.set(session, { station, isCut: false }),
    /** Whether the station was cut off since its authentication began: its password may have been looked up just before it was changed. */
    isCut: (session: Session): boolean => authenticating.get(session)?.isCut ?? false,
    /** Adds an authenticated station, and ends its earlier connection. */
    add(session: Session, station: string): void {
      authenticating.delete(session);
      byStation.get(station)?.end("replaced");
      byStation.set(station, session);
    },
    remove(session: Session): void {
      authenticating.delete(session);
      const { name } = session;
      if (name === null || byStation.get(name) !== session) return;
      byStation.delete(name);
      onLost(name, session.epoch);
    },
    /** Sends to the station of a topic; false when it is not connected, has not subscribed, or is too slow. */
    send: async (topic: string, payload: string): Promise<boolean> =>
      byStation.get(readTopic(topic)?.station ?? "")?.send(topic, payload) ?? false,
    /** Ends a station's connection, also one that is still being established. */
    cutOff: (station: string): void => {
      for (const client of authenticating.values()) if (client.station === station) client.isCut = true;
      byStation.get(station)?.end("cut_off");
    },
    /** Ends a station's connection of this epoch or an earlier one. */
    supersede: (station: string, epoch: number): void => {
      const session = byStation.get(station);
      if (session && session.epoch <= epoch) session.end("superseded");
    },
  };
}
