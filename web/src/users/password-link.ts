/** What the link in a mail holds: whose password it sets, and the code that allows it. */
export type PasswordLink = { email: string; code: string };

/** The link that the fragment of an address holds, or its query as in older mails; null when it is not whole. */
export function passwordLink({ hash, search }: { hash: string; search: object }): PasswordLink | null {
  const { email, code }: { email?: unknown; code?: unknown } = {
    ...search,
    ...Object.fromEntries(new URLSearchParams(hash)),
  };
  if (typeof email !== "string" || typeof code !== "string") return null;
  return email.trim() === "" || code === "" ? null : { email, code };
}
