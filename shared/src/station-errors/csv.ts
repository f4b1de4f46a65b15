import { toCsv } from "../lib/index.ts";
import { jobTypeOf, reduceMessage } from "./message.ts";
import type { StationError } from "./station-error.ts";

/** The file that Download Errors CSV saves: a row for each error, in the order given. */
export function errorsCsv(errors: readonly StationError[]): string {
  const head = ["Solved", "Error Message", "Occurred At", "Logged At", "Solution", "Solved At", "Job Type", "Job Id"];
  const rows = errors.map((of) => [
    of.time_handled !== null,
    reduceMessage(of.error_message),
    of.occurred,
    of.time_logged,
    of.solution,
    of.time_handled,
    jobTypeOf(of),
    of.job_id,
  ]);
  return toCsv(head, rows);
}

/** Name of that file: `ERRORLOG_{station}_` and the time it was made, `now` in ms, in UTC to the second. */
export function errorsCsvName(station: string, now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(":", "-");
  return `ERRORLOG_${station}_${time}Z.csv`;
}
