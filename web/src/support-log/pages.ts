/** The pages of the support log area in order, by their path below `/supportlog/`. */
export const supportLogPages = ["entries", "triage", "tags"] as const;
/** The print page is linked from the entries, and groups from triage, not from the navigation. */
export type SupportLogPageName = (typeof supportLogPages)[number] | "print" | "groups";

/** The page at a path below `/supportlog/`; null when there is none. */
export function findSupportLogPage(path: string): SupportLogPageName | null {
  const name = path.replace(/\/+$/, "");
  if (name === "" || name === "print") return name === "" ? "entries" : "print";
  if (name === "triage/groups") return "groups";
  return supportLogPages.find((page) => page === name) ?? null;
}

/** The entry in the hash of an address; null when it is not a number. */
export function entryInHash(hash: string): number | null {
  const digits = /^#?(\d{1,15})$/.exec(hash)?.[1];
  return digits === undefined ? null : Number(digits);
}
