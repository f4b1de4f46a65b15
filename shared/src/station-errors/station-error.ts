import { z } from "zod";
import { timestamp } from "../lib/index.ts";

/**
 * A fault that a station reported (specification, section 3). `occurred` is the time on the station's own clock, null when not reported. An
 * error is unresolved while `time_handled` is null; `supportlog_entry_id` is set once it is attached to a support log entry.
 */
export const stationError = z.object({
  id: z.number().int(),
  job_id: z.string().nullable(),
  job_type: z.string().nullable(),
  time_logged: timestamp,
  occurred: timestamp.nullable(),
  time_handled: timestamp.nullable(),
  error_message: z.string(),
  solution: z.string().nullable(),
  supportlog_entry_id: z.number().int().nullable(),
});
export type StationError = z.output<typeof stationError>;
