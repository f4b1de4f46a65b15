import { getSystemErrorName } from "node:util";

/** Failures that an operator sees often, by the code of the system or of PostgreSQL. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers there",
  ENOTFOUND: "there is no host of that name",
  // The same, as `getSystemErrorName` names it.
  EAI_NONAME: "there is no host of that name",
  EAI_AGAIN: "the name server does not answer",
  EHOSTUNREACH: "that host cannot be reached from here",
  ENETUNREACH: "that network cannot be reached from here",
  ETIMEDOUT: "it does not answer",
  ECONNRESET: "it closed the connection",
  "28P01": "it refuses the password",
  "28000": "it refuses this user",
  "3D000": "it has no database of that name",
};

/** The reason of an error as a part of a sentence: without a period. */
export function reasonOf(error: unknown): string {
  // When several addresses of a host name fail together, the message of the error is empty.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const text = first instanceof Error ? first.message : String(first);
  return REASONS[codeOf(first)] ?? text.split("\n", 1)[0]?.replace(/\.$/, "") ?? "";
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  // The mail client replaces `code`, and leaves the number of the system's error.
  if ("errno" in error && typeof error.errno === "number") return getSystemErrorName(error.errno);
  return "code" in error ? String(error.code) : "";
}
