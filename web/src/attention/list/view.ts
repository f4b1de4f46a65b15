import { alertKind, alertSort, listAlerts, type AlertKind, type AlertSort } from "@groundcrew/shared/alerts";
import type { Args } from "@groundcrew/shared/contract";
import type { AttentionQuery } from "../attention-query.ts";

/** Which alerts are listed: active ones, or those that ended. */
const listedSections = ["active", "ended"] as const;
type ListedSection = (typeof listedSections)[number];

export const alertOwners = ["all", "unassigned", "mine"] as const;
type AlertOwner = (typeof alertOwners)[number];

/** The view settings of the list of alerts. Empty values do not filter. */
export type AlertsView = {
  section: ListedSection;
  own: AlertOwner;
  /** The id of an organization. */
  orgId: string;
  kind: AlertKind | "";
  search: string;
  /** The order of active alerts. */
  sort: AlertSort;
};

/** Whether alerts may be missing because of a filter. */
export function isNarrowed({ own, orgId, kind, search }: AlertsView): boolean {
  return own !== "all" || orgId !== "" || kind !== "" || search !== "";
}

/** Reads the view from an address; invalid values are ignored. */
export function alertsView(query: AttentionQuery): AlertsView {
  const orgId = query["at-org"] ?? "";
  return {
    section: listedSections.find((section) => section === query["at-section"]) ?? "active",
    own: alertOwners.find((own) => own === query["at-own"]) ?? "all",
    orgId: /^\d{1,9}$/.test(orgId) ? orgId : "",
    kind: alertKind.safeParse(query["at-kind"]).data ?? "",
    search: (query["at-q"] ?? "").slice(0, 200),
    sort: alertSort.catch("new").parse(query["at-sort"]),
  };
}

/** A view as a query: only what differs from the default. */
export function alertsViewQuery({ section, own, orgId, kind, search, sort }: AlertsView): AttentionQuery {
  return {
    ...(section !== "active" && { "at-section": section }),
    ...(own !== "all" && { "at-own": own }),
    ...(orgId !== "" && { "at-org": orgId }),
    ...(kind !== "" && { "at-kind": kind }),
    ...(search !== "" && { "at-q": search }),
    ...(sort !== "new" && { "at-sort": sort }),
  };
}

/** The query of the call that lists a view. */
export function listQuery({ section, own, orgId, kind, search, sort }: AlertsView): Args<typeof listAlerts>["query"] {
  return {
    ...(section === "ended" && { section: "ended" as const }),
    own,
    sort,
    ...(orgId !== "" && { org_id: Number(orgId) }),
    ...(kind !== "" && { kind }),
    ...(search !== "" && { q: search }),
  };
}

/** The settings of the other pages in an address. */
export function withoutView(query: AttentionQuery): AttentionQuery {
  return Object.fromEntries(Object.entries(query).filter(([key]) => !key.startsWith("at-")));
}
