import type { SessionUser } from "@groundcrew/shared/sessions";

/** Where someone is on a station's page. */
export type StationPlace = { tab: "overview" };

export type StationTab = StationPlace["tab"];

/**
 * The place that a path below `/stations/{name}/` leads to (specification, section 2, "Station page"). Null when there
 * is none, or when it is not for this user.
 */
export function stationPlace(path: string, _user: Pick<SessionUser, "can_admin">): StationPlace | null {
  return ["", "overview"].includes(path.replace(/\/+$/, "")) ? { tab: "overview" } : null;
}

/** Tabs of a station's page, in their order. */
export function stationTabs(_user: Pick<SessionUser, "can_admin">): StationTab[] {
  return ["overview"];
}
