import type { StationError } from "./station-error.ts";

/** A message may begin with the type of the failed job (specification, section 3). */
const PREFIX = /^\(job_type=([^)]*)\) /;
const FAILED_JOB = /^Job (?:\([^)]*\)|\S+) (?:\(([^)]*)\)|(\S+)) failed with exception: /;

/**
 * A station error's message as the console shows it (specification, section 3): without a leading `(job_type=…) `, and, for `Job (job_id)
 * (job_type) failed with exception: text T:number`, only the text. Other messages are unchanged.
 */
export function reduceMessage(message: string): string {
  const plain = message.replace(PREFIX, "");
  const failure = FAILED_JOB.exec(plain);
  if (!failure) return plain;
  const rest = plain.slice(failure[0].length);
  const end = rest.lastIndexOf(" T:");
  const isComplete = end >= 0 && /^-?\d+(?:\.\d+)?$/.test(rest.slice(end + 3).trimEnd());
  return isComplete ? rest.slice(0, end) : plain;
}

/** The type of the job in which a station error occurred: as reported, else as its message names it; null when neither does. */
export function jobTypeOf({
  job_type,
  error_message,
}: Pick<StationError, "job_type" | "error_message">): string | null {
  if (job_type) return job_type;
  const prefix = PREFIX.exec(error_message);
  const [, bracketed, bare] = FAILED_JOB.exec(error_message.slice(prefix?.[0].length ?? 0)) ?? [];
  return prefix?.[1]?.trim() || bracketed?.trim() || bare || null;
}
