/** What the link in a mail holds: whose password it sets, and the code that allows it. */
export type PasswordLink = { email: string; code: string };

/** The link that the query of an address holds; null when it is not whole. */
export function passwordLink({ email, code }: { email?: unknown; code?: unknown }): PasswordLink | null {
  if (typeof email !== "string" || typeof code !== "string") return null;
  return email.trim() === "" || code === "" ? null : { email, code };
}
