import type { Client } from "aedes";

/**
 * Counts how often each station was cut off, so that a connection that is being authenticated at that moment is ended as well: its
 * password may have been looked up just before it was changed.
 */
export function cutLog() {
  const cuts = new Map<string, number>();
  const countAtStart = new WeakMap<Client, number>();
  const count = (station: string) => cuts.get(station) ?? 0;

  return {
    /** Has to be called before the station's credentials are looked up. */
    begin: (client: Client, station: string): void => void countAtStart.set(client, count(station)),
    cut: (station: string): void => void cuts.set(station, count(station) + 1),
    /** Whether the station was cut off since its authentication began. */
    isCut: (client: Client): boolean => countAtStart.get(client) !== count(client.id),
  };
}
export type Cuts = ReturnType<typeof cutLog>;
