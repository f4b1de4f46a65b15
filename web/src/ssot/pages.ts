import type { SessionUser } from "@groundcrew/shared/sessions";

/** The pages of the SSoT area in order, by their path below `/ssot/`. */
export type SsotPageName = "" | "hw-variation" | "replaceables" | "swaps";

/** The pages of the SSoT area that a user may see. */
export function ssotPages({ can_admin }: Pick<SessionUser, "can_admin">): SsotPageName[] {
  return can_admin ? ["", "hw-variation", "replaceables", "swaps"] : ["", "hw-variation"];
}

/** The query of an SSoT page: which stations are selected, and the settings of the tables. Their views say what it means. */
export function ssotQuery(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept = Object.entries(query).filter(([key]) => /^(?:stations|ssot|config)-/.test(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, String(value)]));
}
