import { truncate } from "@groundcrew/shared/lib";
import type { GroupOwner } from "@groundcrew/shared/error-groups";

const keys = ["tg-tab", "tg-state", "tg-sort", "tg-type", "tg-org", "tg-job", "tg-fw", "tg-q", "tg-t"] as const;

/** The part of an address that sets which groups of errors are listed: only what differs from the default. */
export type GroupsQuery = Partial<Record<(typeof keys)[number], string>> & { own?: GroupOwner };

/** The texts for the list of groups in an address. What they mean is decided by the page, whose code is loaded with it. */
export function groupsQuery(query: Record<string, unknown>): Omit<GroupsQuery, "own"> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const text = query[key];
      return typeof text === "string" && text !== "" ? [[key, truncate(text, 500)]] : [];
    }),
  );
}

/** The tabs of a group's page, as in its address. */
export const groupPageTabs = ["stations", "errors", "supportlog"] as const;
export type GroupPageTab = (typeof groupPageTabs)[number];

/** The tab in an address, unless it is the first one. */
export function groupPageQuery(query: Record<string, unknown>): { tab?: Exclude<GroupPageTab, "stations"> } {
  const tab = groupPageTabs.find((one) => one === query["tab"]) ?? "stations";
  return tab === "stations" ? {} : { tab };
}
