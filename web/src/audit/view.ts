import { auditActorId, auditFilter } from "@groundcrew/shared/audit";
import { MINUTE_MS, orgIdInQuery, timeWindow, windowStart, type TimeWindow, truncate } from "@groundcrew/shared/lib";
import { actionsOf, isActionArea, type ActionArea } from "./action-texts.ts";

/** The settings of the audit log in an address: only what differs from the default. */
export type AuditQuery = Partial<Record<`au-${string}`, string>>;

export type Outcome = "all" | "changes" | "refused";

/** What is listed. Empty values do not filter. */
export type AuditView = {
  outcome: Outcome;
  /** Id of an organization; null for all. */
  orgId: number | null;
  actor: string;
  /** Name of a station. */
  station: string;
  area: ActionArea | "";
  time: TimeWindow;
  search: string;
};

export const anyAct: AuditView = {
  outcome: "all",
  orgId: null,
  actor: "",
  station: "",
  area: "",
  time: "week",
  search: "",
};

/** Reads the view from an address; invalid values are ignored. */
export function auditView(query: AuditQuery): AuditView {
  const area = query["au-action"] ?? "";
  return {
    outcome: auditFilter.outcome.catch("all").parse(query["au-outcome"]),
    orgId: orgIdInQuery.safeParse(query["au-org"]).data ?? null,
    actor: auditActorId.catch("").parse(query["au-who"]),
    station: auditFilter.station.catch("").parse(query["au-station"]) ?? "",
    area: isActionArea(area) ? area : "",
    time: timeWindow.catch("week").parse(query["au-t"]),
    search: truncate(query["au-q"] ?? "", 200),
  };
}

/** A view as settings in an address. */
export function auditViewQuery({ outcome, orgId, actor, station, area, time, search }: AuditView): AuditQuery {
  return {
    ...(outcome !== "all" && { "au-outcome": outcome }),
    ...(orgId !== null && { "au-org": String(orgId) }),
    ...(actor !== "" && { "au-who": actor }),
    ...(station !== "" && { "au-station": station }),
    ...(area !== "" && { "au-action": area }),
    ...(time !== "week" && { "au-t": time }),
    ...(search !== "" && { "au-q": search }),
  };
}

/** Whether a view leaves out anything but what is older. */
export function isNarrowed(view: AuditView): boolean {
  return Object.keys(auditViewQuery({ ...view, time: "week" })).length > 0;
}

/** The query of the calls for a view, at `now` (ms). The start of a time window is a whole minute. */
export function callQuery({ outcome, orgId, actor, station, area, time, search }: AuditView, now: number) {
  const start = windowStart(time, now - (now % MINUTE_MS));
  return {
    ...(outcome !== "all" && { outcome }),
    ...(orgId !== null && { org_id: orgId }),
    ...(actor !== "" && { actor }),
    ...(station !== "" && { station }),
    ...(area !== "" && { actions: actionsOf(area).join() }),
    ...(start !== null && { from: new Date(start).toISOString() }),
    ...(search !== "" && { q: search }),
  };
}
