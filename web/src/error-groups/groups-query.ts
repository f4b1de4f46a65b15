/** The tabs of a group's page, as in its address. */
export const groupPageTabs = ["stations", "errors", "supportlog"] as const;
export type GroupPageTab = (typeof groupPageTabs)[number];

/** The tab in an address, unless it is the first one. */
export function groupPageQuery(query: Record<string, unknown>): { tab?: Exclude<GroupPageTab, "stations"> } {
  const tab = groupPageTabs.find((one) => one === query["tab"]) ?? "stations";
  return tab === "stations" ? {} : { tab };
}
