import { supportLogStatus } from "@groundcrew/shared/support-log";
import { choice, flag, kept, keyed, order, several, since, text, viewOf, type ValuesOf } from "@groundcrew/shared/view";

/** Filters by owner. */
export const ownerFilters = ["all", "mine", "unassigned"] as const;
export type OwnerFilter = (typeof ownerFilters)[number];

/** The name of an organization. */
const org = text();
/** Open incidents that the user owns or that are unassigned; in the triage queue, stations with such errors. */
const own = keyed("own", choice(ownerFilters, "all"));

/** The view of the entries and their printout. */
export const logView = viewOf("supportlog", {
  t: kept(since("all")),
  q: text(),
  /** The name of a tag. */
  tag: text(),
  author: text(),
  org,
  status: several(supportLogStatus.options),
  own,
});
export type LogView = ValuesOf<typeof logView>;

/** The sort orders of the triage queue. */
export const queueOrders = ["serial", "errors", "newest"] as const;
export type QueueOrder = (typeof queueOrders)[number];

/** The view of the triage queue, which shares the organization and the owner with the entries. */
export const queueView = viewOf("supportlog", {
  org,
  own,
  sort: order(queueOrders, "serial"),
  /** Whether the queue includes the stations that its count excludes. */
  all: kept(flag()),
  q: keyed("supportlog-queue", text()),
});
export type QueueView = ValuesOf<typeof queueView>;

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

/** The entry in the hash of an address; null when it is not a number. */
export function entryInHash(hash: string): number | null {
  const digits = /^#?(\d{1,15})$/.exec(hash)?.[1];
  return digits === undefined ? null : Number(digits);
}
