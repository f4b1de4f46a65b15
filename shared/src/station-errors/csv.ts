import { toCsv, zonedTimestamp, type Timestamp } from "../lib/index.ts";
import { jobTypeOf, reduceMessage } from "./message.ts";
import type { StationError } from "./station-error.ts";

/**
 * The content of the file that Download Errors CSV saves: a row for each error, in the given order. Times are in UTC, or have the offset of a zone for
 * someone who reads them in that of the station.
 */
export function errorsCsv(errors: readonly StationError[], zone: string | null): string {
  const timeText = (time: Timestamp | null) => time && zonedTimestamp(time, zone);
  const head = ["Solved", "Error Message", "Occurred At", "Logged At", "Solution", "Solved At", "Job Type", "Job Id"];
  const rows = errors.map((error) => [
    error.time_handled !== null,
    reduceMessage(error.error_message),
    timeText(error.occurred),
    timeText(error.time_logged),
    error.solution,
    timeText(error.time_handled),
    jobTypeOf(error),
    error.job_id,
  ]);
  return toCsv(head, rows);
}

/** The file's name: `ERRORLOG_{station}_` and the time it was created (`now` in ms), in UTC to the second. */
export function errorsCsvName(station: string, now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(":", "-");
  return `ERRORLOG_${station}_${time}Z.csv`;
}
