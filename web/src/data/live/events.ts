import { liveEvents, type LiveEvents } from "@groundcrew/shared/live";
import { timestamp, type Timestamp } from "@groundcrew/shared/lib";
import type { StationChange } from "@groundcrew/shared/stations";
import { z } from "zod";

/** Changes of the list. The rows are not validated: a thousand of them would stop the page, and the server wrote them from typed rows. */
const stationsEvent = z.object({
  at: timestamp,
  changes: z.custom<StationChange[]>((value) => Array.isArray(value)),
  revisions_hash: liveEvents.stations.shape.revisions_hash,
});

export type StationsEvent = { at: Timestamp; changes: readonly StationChange[]; revisions_hash?: number | undefined };

/** An event of the stream. */
export type LiveEvent =
  | { name: "stations"; data: StationsEvent }
  | { [Name in Exclude<keyof LiveEvents, "stations">]: { name: Name; data: LiveEvents[Name] } }[Exclude<
      keyof LiveEvents,
      "stations"
    >];

/** An event as it arrived. `id` is what to continue from after a break; null for an event without it. */
export type RawEvent = { name: string; id: string | null; text: string };

/** Parses an event. Null for one that this version does not know; throws if its data does not match its name. */
export function parseEvent({ name, text }: Pick<RawEvent, "name" | "text">): LiveEvent | null {
  switch (name) {
    case "hello":
      return { name, data: liveEvents.hello.parse(JSON.parse(text)) };
    case "stations":
      return { name, data: stationsEvent.parse(JSON.parse(text)) };
    case "resync":
      return { name, data: liveEvents.resync.parse(JSON.parse(text)) };
    case "changed":
      return { name, data: liveEvents.changed.parse(JSON.parse(text)) };
    case "bye":
      return { name, data: liveEvents.bye.parse(JSON.parse(text)) };
    default:
      return null;
  }
}
