import {
  errorGroupState,
  groupSort,
  groupTab,
  type ErrorGroupState,
  type GroupOwner,
  type GroupSort,
  type GroupTab,
} from "@groundcrew/shared/error-groups";
import { MINUTE_MS, timeWindow, windowStart, type TimeWindow } from "@groundcrew/shared/lib";
import type { GroupsQuery } from "../groups-query.ts";

/** A filter of groups. Empty values do not filter. */
export type GroupsFilter = {
  /** Applies to open groups only. */
  state: ErrorGroupState | "";
  own: GroupOwner;
  stationType: string;
  /** The id of an organization. */
  orgId: string;
  jobType: string;
  firmware: string;
};

/** The view settings of the list of groups. */
export type GroupsView = GroupsFilter & {
  tab: GroupTab;
  sort: GroupSort;
  search: string;
  /** When the last error of a group occurred at the latest. */
  time: TimeWindow;
};

/** The filter that keeps all groups. */
export const emptyFilter: GroupsFilter = {
  state: "",
  own: "all",
  stationType: "",
  orgId: "",
  jobType: "",
  firmware: "",
};

/** The states that open groups can have, in the order of their urgency. */
export const openStates = ["escalating", "regressed", "new", "ongoing"] as const;

export const sortLabels: Record<GroupSort, string> = {
  urgency: "Urgency",
  open: "Open Errors",
  stations: "Stations",
  first_seen: "First Seen",
  last_seen: "Last Seen",
};

/** How many filters are set. */
export function filterCount(view: GroupsFilter): number {
  const { state, own, stationType, orgId, jobType, firmware } = view;
  return [state, own === "all" ? "" : own, stationType, orgId, jobType, firmware].filter((text) => text !== "").length;
}

/** Whether groups may be missing because of a filter, the search or the time. */
export function isNarrowed(view: GroupsView): boolean {
  return filterCount(view) > 0 || view.search !== "" || view.time !== "all";
}

/** Reads the view from an address; invalid values are ignored. */
export function groupsView(query: GroupsQuery): GroupsView {
  const tab = groupTab.catch("open").parse(query["tg-tab"]);
  const state = errorGroupState.safeParse(query["tg-state"]).data ?? "";
  const orgId = query["tg-org"] ?? "";
  return {
    tab,
    state: tab === "open" ? state : "",
    own: query.own ?? "all",
    sort: groupSort.catch("urgency").parse(query["tg-sort"]),
    stationType: (query["tg-type"] ?? "").slice(0, 100),
    orgId: /^\d{1,9}$/.test(orgId) ? orgId : "",
    jobType: query["tg-job"] ?? "",
    firmware: (query["tg-fw"] ?? "").slice(0, 100),
    search: (query["tg-q"] ?? "").slice(0, 200),
    time: timeWindow.catch("all").parse(query["tg-t"]),
  };
}

/** A view as a query: only what differs from the default. */
export function groupsViewQuery(view: GroupsView): GroupsQuery {
  const { tab, state, own, sort, stationType, orgId, jobType, firmware, search, time } = view;
  return {
    ...(tab !== "open" && { "tg-tab": tab }),
    ...(tab === "open" && state !== "" && { "tg-state": state }),
    ...(sort !== "urgency" && { "tg-sort": sort }),
    ...(stationType !== "" && { "tg-type": stationType }),
    ...(orgId !== "" && { "tg-org": orgId }),
    ...(jobType !== "" && { "tg-job": jobType }),
    ...(firmware !== "" && { "tg-fw": firmware }),
    ...(search !== "" && { "tg-q": search }),
    ...(time !== "all" && { "tg-t": time }),
    ...(own !== "all" && { own }),
  };
}

/** The query of the call that lists a view, at `now` (ms). The start of a time window is a whole minute. */
export function listQuery(view: GroupsView, { includeAll, now }: { includeAll: boolean; now: number }) {
  const { tab, state, own, sort, stationType, orgId, jobType, firmware, search, time } = view;
  const start = windowStart(time, now);
  return {
    tab,
    sort,
    ...(own !== "all" && { own }),
    ...(state !== "" && { state }),
    ...(stationType !== "" && { station_type: stationType }),
    ...(orgId !== "" && { org_id: Number(orgId) }),
    ...(jobType !== "" && { job_type: jobType }),
    ...(firmware !== "" && { firmware }),
    ...(search.trim() !== "" && { q: search.trim() }),
    ...(start !== null && { seen_after: new Date(Math.floor(start / MINUTE_MS) * MINUTE_MS).toISOString() }),
    ...(includeAll && { include_all: true }),
  };
}
