import { timeWindow, type TimeWindow } from "@groundcrew/shared/lib";
import { supportLogStatus, type SupportLogStatus } from "@groundcrew/shared/support-log";

/** Pages of the support log area in their order, by their path below `/supportlog/`. */
export const supportLogPlaces = ["entries", "triage", "tags"] as const;
/** The printable log is reached from the entries, not from the navigation. */
export type SupportLogPlace = (typeof supportLogPlaces)[number] | "print";

/** The page that a path below `/supportlog/` leads to; null when there is none. */
export function supportLogPlace(path: string): SupportLogPlace | null {
  const name = path.replace(/\/+$/, "");
  if (name === "" || name === "print") return name === "" ? "entries" : "print";
  return supportLogPlaces.find((place) => place === name) ?? null;
}

/** Which entries of the log are shown. What is empty leaves nothing out. */
export type LogFilter = {
  search: string;
  statuses: readonly SupportLogStatus[];
  /** Name of a tag. */
  tag: string;
  author: string;
  /** Name of an organization. */
  organization: string;
};

/** Sort order of the triage queue. */
export const queueOrders = ["serial", "errors", "newest"] as const;
export type QueueOrder = (typeof queueOrders)[number];

/** What someone chose to see in the area. */
export type SupportLogView = LogFilter & {
  /** From when entries are shown. */
  time: TimeWindow;
  /** Whether the triage queue also has the stations that its count leaves out. */
  isWhole: boolean;
  /** What is searched for in the triage queue. */
  queueSearch: string;
  order: QueueOrder;
};

/** No entry is left out. */
export const emptyFilter: LogFilter = { search: "", statuses: [], tag: "", author: "", organization: "" };

export function isFiltered({ search, statuses, tag, author, organization }: LogFilter): boolean {
  return [search, tag, author, organization].some((text) => text !== "") || statuses.length > 0;
}

/** How a view is written into an address: only what differs from the usual one. */
export type SupportLogQuery = Partial<Record<(typeof texts)[keyof typeof texts], string>> & {
  "supportlog-t"?: TimeWindow;
  "supportlog-status"?: string;
  "supportlog-all"?: "1";
  "supportlog-sort"?: QueueOrder;
};

const texts = {
  search: "supportlog-q",
  tag: "supportlog-tag",
  author: "supportlog-author",
  organization: "supportlog-org",
  queueSearch: "supportlog-queue",
} as const;

/** Longer texts are cut off, so that an address never becomes too long for a server. */
const TEXT_MAX = 200;

export function supportLogQuery(view: SupportLogView): SupportLogQuery {
  const { time, statuses, isWhole, order } = view;
  return {
    ...(time !== "all" && { "supportlog-t": time }),
    ...textQuery(view),
    ...(statuses.length > 0 && { "supportlog-status": statuses.join(",") }),
    ...(isWhole && { "supportlog-all": "1" }),
    ...(order !== "serial" && { "supportlog-sort": order }),
  };
}

/** The view an address asks for; what makes no sense is left out. */
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
    isWhole: query["supportlog-all"] === "1",
    queueSearch: text("queueSearch"),
    order: queueOrders.find((order) => order === query["supportlog-sort"]) ?? "serial",
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
  return typeof value === "string" ? value.slice(0, TEXT_MAX) : "";
}

/** The entry that the hash of an address leads to; null when it is not a number. */
export function entryInHash(hash: string): number | null {
  const digits = /^#?(\d{1,15})$/.exec(hash)?.[1];
  return digits === undefined ? null : Number(digits);
}
