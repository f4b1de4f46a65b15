import type { Client } from "aedes";

/**
 * Remembers when stations were cut off, so that a connection that was being let in by what was true before is ended as well: its
 * password may have been looked up a moment before it was changed.
 */
export function cutLog() {
  const cuts = new Map<string, number>();
  const seen = new WeakMap<Client, number>();
  const count = (station: string) => cuts.get(station) ?? 0;

  return {
    /** To be called before anything is looked up of a station that wants to be let in. */
    begin: (client: Client, station: string): void => void seen.set(client, count(station)),
    cut: (station: string): void => void cuts.set(station, count(station) + 1),
    /** Whether a station was cut off since it began to be let in. */
    isCut: (client: Client): boolean => seen.get(client) !== count(client.id),
  };
}
export type Cuts = ReturnType<typeof cutLog>;
