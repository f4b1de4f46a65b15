import type { SessionUser } from "@groundcrew/shared/sessions";

/** The pages of the statistics in order, by their path below `/stats/`. */
export type StatsPageName = "" | "actions" | "swap-success" | "availability";

/** The pages of the statistics that a user may see. */
export function statsPages({ can_admin }: Pick<SessionUser, "can_admin">): StatsPageName[] {
  return can_admin ? ["", "actions", "swap-success", "availability"] : ["", "swap-success", "availability"];
}
