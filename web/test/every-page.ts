import { attentionTabs, tabPaths } from "../src/attention/pages.ts";
import { managePages } from "../src/manage/pages.ts";
import { ssotPages } from "../src/ssot/pages.ts";
import { stationTabs, telemetryParts } from "../src/station/route.ts";
import type { SupportLogPageName } from "../src/support-log/view.ts";

const ADMIN_RIGHTS = { can_admin: true, can_manage: true };

const SUPPORT_LOG_PATHS: Record<SupportLogPageName, string> = {
  entries: "entries",
  triage: "triage",
  tags: "tags",
  print: "print",
  groups: "triage/groups",
};

/** Each demo has a rule 1 and a group 1. */
type Examples = { station: string; alerts: readonly (number | string)[] };

/** The pages of each route of the console, by its path. A browser test compares it with the router and with the links of each page. */
export function everyPage({ station, alerts }: Examples): Record<string, string[]> {
  return {
    "/": ["/", "/?stations-view=map"],
    "/stations/$name/$": stationPages(station),
    "/attention/$": [
      ...attentionTabs.map((tab) => `/attention/${tabPaths[tab]}`),
      "/attention/rules/new",
      "/attention/rules/1",
      "/attention?at-section=ended",
      ...alerts.flatMap((id) => [`/attention/${id}`, `/attention/${id}?acknowledge`]),
    ],
    "/ssot/$": ssotPages(ADMIN_RIGHTS).map((name) => `/ssot/${name}`),
    "/stats": ["/stats"],
    "/manage/$": managePages(ADMIN_RIGHTS).map((name) => `/manage/${name}`),
    "/supportlog/$": [
      ...Object.values(SUPPORT_LOG_PATHS).map((path) => `/supportlog/${path}`),
      "/supportlog/triage/groups?tg-tab=archived",
    ],
    "/groups/$group": ["/groups/1", "/groups/1?tab=errors", "/groups/1?tab=supportlog"],
    "/login": ["/login"],
    "/forgot": ["/forgot"],
    "/set-password/$": ["/set-password?email=a%40b.example&code=x"],
    // Every other path leads to the list.
    "/$": [],
  };
}

function stationPages(name: string): string[] {
  const paths = stationTabs(ADMIN_RIGHTS).flatMap((tab) => {
    if (tab === "overview") return [""];
    if (tab === "telemetry") return telemetryParts.map((part) => `telemetry/latest/${part}`);
    return tab === "config" ? ["config", "config/history"] : [tab];
  });
  return paths.map((path) => `/stations/${name}/${path}`);
}
