/** The content of a password link: the user and the code. */
export type PasswordLink = { email: string; code: string };

/** The password link in the fragment of an address, or in its query as in older emails; null if incomplete. */
export function passwordLink({ hash, search }: { hash: string; search: object }): PasswordLink | null {
  const { email, code }: { email?: unknown; code?: unknown } = {
    ...search,
    ...Object.fromEntries(new URLSearchParams(hash)),
  };
  if (typeof email !== "string" || typeof code !== "string") return null;
  return email.trim() === "" || code === "" ? null : { email, code };
}
