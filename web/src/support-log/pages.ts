/** The pages of the support log area in order, by their path below `/supportlog/`. */
export const supportLogPages = ["entries", "triage", "tags"] as const;
/** The print page is linked from the entries, and groups from triage, not from the navigation. */
export type SupportLogPageName = (typeof supportLogPages)[number] | "print" | "groups";

/** The entry in the hash of an address; null when it is not a number. */
export function entryInHash(hash: string): number | null {
  const digits = /^#?(\d{1,15})$/.exec(hash)?.[1];
  return digits === undefined ? null : Number(digits);
}
