import { z } from "zod";

const PART = "[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?";

/** The part of an email address after the @, in lower case, and in ASCII as in the domain name system. */
export const emailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(new RegExp(`^(?:${PART}\\.)+[a-z](?:[a-z\\d-]{0,61}[a-z\\d])$`), "Enter a domain such as harbor.example.");

/** The domain of an email address in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1).toLowerCase();
}
