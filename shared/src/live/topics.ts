import { z } from "zod";
import { liveTopic } from "../contract/index.ts";
import { stationName } from "../telemetry/index.ts";

/** A change of something that the client may show. `station` is null if the change is at no station, or at one that the client did not name. */
export const liveNotice = z.object({ topic: liveTopic, station: stationName.nullable() });
export type LiveNotice = z.output<typeof liveNotice>;
