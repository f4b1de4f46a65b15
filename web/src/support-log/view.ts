import { timeWindow, type TimeWindow, truncate } from "@groundcrew/shared/lib";
import { supportLogStatus, type SupportLogStatus } from "@groundcrew/shared/support-log";

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

/** Filters by who has something. */
export const ownerFilters = ["all", "mine", "unassigned"] as const;
export type OwnerFilter = (typeof ownerFilters)[number];

/** A filter of the log. Empty values do not filter. */
export type LogFilter = {
  search: string;
  statuses: readonly SupportLogStatus[];
  /** The name of a tag. */
  tag: string;
  author: string;
  /** The name of an organization. */
  organization: string;
  /** Only open incidents that the user has, or nobody. In the triage queue, stations with such errors. */
  own: OwnerFilter;
};

/** The sort orders of the triage queue. */
export const queueOrders = ["serial", "errors", "newest"] as const;
export type QueueOrder = (typeof queueOrders)[number];

/** The view settings of the area. */
export type SupportLogView = LogFilter & {
  /** The time window of entries. */
  time: TimeWindow;
  /** Whether the triage queue includes the stations that its count excludes. */
  includeAll: boolean;
  /** The search in the triage queue. */
  queueSearch: string;
  order: QueueOrder;
};

/** The filter that keeps all entries. */
export const emptyFilter: LogFilter = { search: "", statuses: [], tag: "", author: "", organization: "", own: "all" };

export function isFiltered({ search, statuses, tag, author, organization, own }: LogFilter): boolean {
  return [search, tag, author, organization].some((text) => text !== "") || statuses.length > 0 || own !== "all";
}

/** A view as a query: only what differs from the default. */
export type SupportLogQuery = Partial<Record<(typeof texts)[keyof typeof texts], string>> & {
  "supportlog-t"?: TimeWindow;
  "supportlog-status"?: string;
  "supportlog-all"?: "1";
  "supportlog-sort"?: QueueOrder;
  own?: OwnerFilter;
};

const texts = {
  search: "supportlog-q",
  tag: "supportlog-tag",
  author: "supportlog-author",
  organization: "supportlog-org",
  queueSearch: "supportlog-queue",
} as const;

/** Longer texts are truncated, so that an address does not exceed a server's limit. */
const TEXT_MAX = 200;

export function supportLogQuery(view: SupportLogView): SupportLogQuery {
  const { time, statuses, includeAll, order, own } = view;
  return {
    ...(time !== "all" && { "supportlog-t": time }),
    ...textQuery(view),
    ...(statuses.length > 0 && { "supportlog-status": statuses.join(",") }),
    ...(includeAll && { "supportlog-all": "1" }),
    ...(order !== "serial" && { "supportlog-sort": order }),
    ...(own !== "all" && { own }),
  };
}

/** Reads the view from an address; invalid values are ignored. */
export function supportLogView(query: Record<string, unknown>): SupportLogView {
  const text = (name: keyof typeof texts) => textIn(query[texts[name]]);
  const statuses = textIn(query["supportlog-status"]).split(",");
  return {
    time: timeWindow.catch("all").parse(query["supportlog-t"]),
    search: text("search"),
    statuses: supportLogStatus.options.filter((status) => statuses.includes(status)),
    tag: text("tag"),
    author: text("author"),
    organization: text("organization"),
    includeAll: query["supportlog-all"] === "1",
    queueSearch: text("queueSearch"),
    order: queueOrders.find((order) => order === query["supportlog-sort"]) ?? "serial",
    own: ownerFilters.find((own) => own === query["own"]) ?? "all",
  };
}

function textQuery(view: SupportLogView): Pick<SupportLogQuery, (typeof texts)[keyof typeof texts]> {
  return {
    ...(view.search !== "" && { [texts.search]: textIn(view.search) }),
    ...(view.tag !== "" && { [texts.tag]: view.tag }),
    ...(view.author !== "" && { [texts.author]: view.author }),
    ...(view.organization !== "" && { [texts.organization]: view.organization }),
    ...(view.queueSearch !== "" && { [texts.queueSearch]: textIn(view.queueSearch) }),
  };
}

function textIn(value: unknown): string {
  return typeof value === "string" ? truncate(value, TEXT_MAX) : "";
}

/** The entry in the hash of an address; null when it is not a number. */
export function entryInHash(hash: string): number | null {
  const digits = /^#?(\d{1,15})$/.exec(hash)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The views of triage. */
export const triageViews = ["groups", "stations"] as const;
export type TriageView = (typeof triageViews)[number];

const TRIAGE_KEY = "groundcrew-triage";

/** The view of triage that was opened last in this browser; by default its stations. */
export function rememberedTriageView(storage: Pick<Storage, "getItem">): TriageView {
  return storage.getItem(TRIAGE_KEY) === "groups" ? "groups" : "stations";
}

export function rememberTriageView(storage: Pick<Storage, "setItem">, view: TriageView): void {
  try {
    storage.setItem(TRIAGE_KEY, view);
  } catch {
    // The browser's storage is full or disabled: triage will open with its stations.
  }
}
