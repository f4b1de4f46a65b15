import { z } from "zod";

/** A time zone of the IANA database, such as `America/Denver`. */
export const timeZone = z.string().max(60, "Use at most 60 characters.").refine(isTimeZone, "Choose a time zone.");

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
