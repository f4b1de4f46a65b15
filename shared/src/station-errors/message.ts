import type { StationError } from "./station-error.ts";

/** A message may name the type of the job that failed before its text (specification, section 3). */
const PREFIX = /^\(job_type=([^)]*)\) /;
const FAILED_JOB = /^Job (?:\([^)]*\)|\S+) (?:\(([^)]*)\)|(\S+)) failed with exception: /;

/**
 * A station error's message as people read it (specification, section 3): without a leading `(job_type=…) `, and, of
 * the form `Job (job_id) (job_type) failed with exception: text T:number`, only the text. Anything else stays as it is.
 */
export function reduceMessage(message: string): string {
  const plain = message.replace(PREFIX, "");
  const failure = FAILED_JOB.exec(plain);
  if (!failure) return plain;
  const rest = plain.slice(failure[0].length);
  const end = rest.lastIndexOf(" T:");
  const isWhole = end >= 0 && /^-?\d+(?:\.\d+)?$/.test(rest.slice(end + 3).trimEnd());
  return isWhole ? rest.slice(0, end) : plain;
}

/** The type of the job a station error befell: as reported, or else as its message names it; null when neither does. */
export function jobTypeOf({
  job_type,
  error_message,
}: Pick<StationError, "job_type" | "error_message">): string | null {
  if (job_type) return job_type;
  const prefix = PREFIX.exec(error_message);
  const [, bracketed, bare] = FAILED_JOB.exec(error_message.slice(prefix?.[0].length ?? 0)) ?? [];
  return prefix?.[1]?.trim() || bracketed?.trim() || bare || null;
}
