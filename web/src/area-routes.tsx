import {
  createRoute,
  redirect,
  useChildMatches,
  useNavigate,
  type AnyRoute,
  type StaticDataRouteOption,
} from "@tanstack/react-router";
import { settingsWith } from "./kit/index.ts";
import { loggedIn } from "./logged-in-route.tsx";
import { allManagePages, managePages, manageQuery, type ManagePageName } from "./manage/index.ts";
import { ssotPages, ssotQuery, type SsotPageName } from "./ssot/pages.ts";
import { statsPages, type StatsPageName } from "./stats/pages.ts";
import { stationTabs, telemetryParts, type StationRoute } from "./station/index.ts";
import type { SupportLogPageName } from "./support-log/links.ts";
import { lazyPage } from "./ui/index.ts";

/*
 * The areas with several pages. A page is a route below that of its area, which renders it and decides who may open it. Its code is loaded when
 * it is opened.
 */

/** Makes the routes of an area's pages, each of which says which page it is. A path without a page is not found. */
const pagesOf =
  <Area extends AnyRoute, K extends keyof StaticDataRouteOption>(area: () => Area, key: K) =>
  <const P extends string>(path: P, page?: StaticDataRouteOption[K]) =>
    createRoute({ getParentRoute: area, caseSensitive: true, path, staticData: { [key]: page } });

/** Which page of its area is displayed. */
function usePage(): StaticDataRouteOption {
  return useChildMatches({ select: (pages) => pages[0]?.staticData }) ?? {};
}

const StationPage = lazyPage(async () => (await import("./stations/page/station-page.tsx")).StationPage);

const station = createRoute({
  getParentRoute: () => loggedIn,
  path: "/stations/$name",
  beforeLoad: ({ context, matches, params }) => {
    const page = matches.at(-1)?.staticData.station;
    if (page && stationTabs(context.user).includes(page.tab)) return;
    throw redirect({ to: "/stations/$name", params, replace: true });
  },
  component: function StationByName() {
    const { name } = station.useParams();
    const { user } = station.useRouteContext();
    const route = usePage().station ?? { tab: "overview" };
    return <StationPage key={name} name={name} route={route} user={user} />;
  },
});

const ofStation = pagesOf(() => station, "station");

export const stationRoutes = station.addChildren([
  ofStation("/", { tab: "overview" }),
  ofStation("overview", { tab: "overview" }),
  ofStation("edit", { tab: "edit" }),
  ofStation("supportlog", { tab: "supportlog" }),
  ofStation("config", { tab: "config", part: "current" }),
  ofStation("config/history", { tab: "config", part: "history" }),
  ofStation("ssot", { tab: "ssot" }),
  ofStation("cameras", { tab: "cameras" }),
  ofStation("streams", { tab: "streams" }),
  ofStation("telemetry", { tab: "telemetry", part: "status" }),
  ofStation("telemetry/latest", { tab: "telemetry", part: "status" }),
  ...telemetryParts.map((part) => ofStation(`telemetry/latest/${part}`, { tab: "telemetry", part })),
  ofStation("$"),
]);

const SsotPage = lazyPage(async () => (await import("./ssot/ssot-page.tsx")).SsotPage);

const ssot = createRoute({
  getParentRoute: () => loggedIn,
  path: "/ssot",
  validateSearch: ssotQuery,
  beforeLoad: ({ context, matches }) => {
    const page = matches.at(-1)?.staticData.ssot;
    if (page === undefined || !ssotPages(context.user).includes(page)) throw redirect({ to: "/ssot", replace: true });
  },
  component: function Ssot() {
    const { user } = ssot.useRouteContext();
    return <SsotPage page={usePage().ssot ?? ""} user={user} />;
  },
});

const ofSsot = pagesOf(() => ssot, "ssot");

export const ssotRoutes = ssot.addChildren([
  ofSsot("/", ""),
  ...(["hw-variation", "replaceables", "swaps"] as const).map((page) => ofSsot(page, page)),
  ofSsot("$"),
]);

const StatsPage = lazyPage(async () => (await import("./stats/stats-page.tsx")).StatsPage);

const stats = createRoute({
  getParentRoute: () => loggedIn,
  path: "/stats",
  validateSearch: settingsWith("sw-", "av-"),
  beforeLoad: ({ context, matches }) => {
    const page = matches.at(-1)?.staticData.stats;
    if (page === undefined || !statsPages(context.user).includes(page)) {
      throw redirect({ to: "/stats", replace: true });
    }
  },
  component: function Stats() {
    return <StatsPage page={usePage().stats ?? ""} user={stats.useRouteContext().user} />;
  },
});

const ofStats = pagesOf(() => stats, "stats");

export const statsRoutes = stats.addChildren([
  ofStats("/", ""),
  ...(["actions", "swap-success", "availability"] as const).map((page) => ofStats(page, page)),
  ofStats("$"),
]);

const ManagePage = lazyPage(async () => (await import("./manage/manage-page.tsx")).ManagePage);

const manage = createRoute({
  getParentRoute: () => loggedIn,
  path: "/manage",
  validateSearch: manageQuery,
  beforeLoad: ({ context, matches }) => {
    const page = matches.at(-1)?.staticData.manage;
    if (!page || !managePages(context.user).includes(page)) throw redirect({ to: "/manage/users", replace: true });
  },
  component: function Manage() {
    const { user } = manage.useRouteContext();
    const { org_id } = manage.useSearch();
    const navigate = useNavigate();
    const page = usePage().manage ?? "users";
    return (
      <ManagePage
        page={page}
        user={user}
        chosen={org_id}
        onChoose={(id) => void navigate({ to: ".", search: id === undefined ? {} : { org_id: id } })}
      />
    );
  },
});

const ofManage = pagesOf(() => manage, "manage");

export const manageRoutes = manage.addChildren([...allManagePages.map((page) => ofManage(page, page)), ofManage("$")]);

const SupportLogPage = lazyPage(async () => (await import("./support-log/area/support-log-page.tsx")).SupportLogPage);

const supportLog = createRoute({
  getParentRoute: () => loggedIn,
  path: "/supportlog",
  validateSearch: settingsWith("supportlog-", "tg-", "own"),
  beforeLoad: ({ context, matches }) => {
    if (!context.user.can_admin) throw redirect({ to: "/", replace: true });
    if (!matches.at(-1)?.staticData.supportLog) throw redirect({ to: "/supportlog/entries", replace: true });
  },
  component: function SupportLog() {
    const { user } = supportLog.useRouteContext();
    const page = usePage().supportLog ?? "entries";
    return <SupportLogPage page={page} user={user} />;
  },
});

const ofSupportLog = pagesOf(() => supportLog, "supportLog");

export const supportLogRoutes = supportLog.addChildren([
  ofSupportLog("/", "entries"),
  ofSupportLog("entries", "entries"),
  ofSupportLog("triage", "triage"),
  ofSupportLog("triage/groups", "groups"),
  ofSupportLog("tags", "tags"),
  ofSupportLog("print", "print"),
  ofSupportLog("$"),
]);

declare module "@tanstack/react-router" {
  /** Which page of its area a route is. */
  interface StaticDataRouteOption {
    station?: StationRoute | undefined;
    ssot?: SsotPageName | undefined;
    stats?: StatsPageName | undefined;
    manage?: ManagePageName | undefined;
    supportLog?: SupportLogPageName | undefined;
  }
}
