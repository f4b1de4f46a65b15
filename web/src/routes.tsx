import type { QueryClient } from "@tanstack/react-query";
import { createRoute, createRouter, redirect, type RouterHistory } from "@tanstack/react-router";
import { builtInSettings } from "@groundcrew/shared/saved-views";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { stationsView } from "@groundcrew/shared/stations";
import { manageRoutes, ssotRoutes, stationRoutes, statsRoutes, supportLogRoutes } from "./area-routes.tsx";
import { attentionRoutes } from "./attention-routes.tsx";
import { groupPageQuery } from "./error-groups/groups-query.ts";
import { loggedIn, rootRoute } from "./logged-in-route.tsx";
import { currentUser, loginQuery, safePath } from "./sessions/index.ts";
import { RenderFailure } from "./shell/index.ts";
import { prefetchStations } from "./data/fleet/index.ts";
import { StationsPage } from "./stations/index.ts";
import { lazyPublicPage, lazyPage, PageSpinner } from "./ui/index.ts";
import { passwordLink, type PasswordLink } from "./manage/users/password-link.ts";

/** The settings of the list in an address: those that differ from the defaults, or any beside a view, which they may differ from; and the station beside it. */
function knownSettings({ peek, ...query }: Readonly<Record<string, unknown>>): Record<string, string> {
  const { view } = query;
  const known =
    typeof view === "string" ? { view, ...stationsView.known(query) } : stationsView.write(stationsView.read(query));
  return typeof peek === "string" && peek !== "" ? { ...known, peek } : known;
}

const stations = createRoute({
  getParentRoute: () => loggedIn,
  path: "/",
  // Only settings that differ from the defaults stay in the address.
  validateSearch: (query) => knownSettings(query),
  // Unknown settings leave the address. Changing a setting replaces the list's entry in the history; any other navigation opens a new list.
  beforeLoad({ context: { user }, location: { search, state } }) {
    const known = knownSettings(search);
    if (user.default_view !== null && Object.keys(known).length === 0)
      throw redirect({ to: "/", search: { view: String(user.default_view) }, replace: true });
    if (Object.keys(search).some((key) => !(key in known))) throw redirect({ to: "/", search: known, replace: true });
    return { historyIndex: state.__TSR_index };
  },
  // Loads the list while the page is rendered. After that the page refreshes it.
  loader: ({ context, location }) => {
    prefetchList(context.client, { user: context.user, query: location.search });
  },
  staleTime: Infinity,
  component: function Stations() {
    const { user, historyIndex } = stations.useRouteContext();
    return <StationsPage key={historyIndex} user={user} />;
  },
});

const GroupPage = lazyPage(async () => (await import("./error-groups/page/group-page.tsx")).GroupPage);
const errorGroup = createRoute({
  getParentRoute: () => loggedIn,
  path: "/groups/$group",
  validateSearch: groupPageQuery,
  beforeLoad: ({ context: { user }, params: { group } }) => {
    if (!user.can_admin || !/^[1-9]\d{0,8}$/.test(group)) throw redirect({ to: "/", replace: true });
  },
  component: () => <GroupPage id={Number(errorGroup.useParams().group)} />,
});

const AccountPage = lazyPage(async () => (await import("./account/account-page.tsx")).AccountPage);
const account = createRoute({ getParentRoute: () => loggedIn, path: "/account", component: AccountPage });

const logins = () => import("./sessions/logins.ts");
const LoginPage = lazyPublicPage(async () => (await logins()).LoginPage);

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch: loginQuery,
  beforeLoad: async ({ context: { client }, search: { r, state } }) => {
    if (!currentUser(client)) return;
    const back = state ? await (await logins()).finishSignOnAgain(client) : r;
    throw redirect({ href: safePath(back, location.origin), replace: true });
  },
  component: function Login() {
    const navigate = login.useNavigate();
    const { r } = login.useSearch();
    const { client } = login.useRouteContext();
    return (
      <LoginPage
        onReturn={(r) => void navigate({ search: r === null ? {} : { r }, hash: "", replace: true })}
        onAccepted={(user) => {
          const { pathname, searchParams } = new URL(safePath(r, location.origin), location.origin);
          if (pathname === "/") prefetchList(client, { user, query: Object.fromEntries(searchParams) });
        }}
      />
    );
  },
});

const ForgotPage = lazyPublicPage(async () => (await import("./manage/users/password-pages.tsx")).ForgotPage);

const forgot = createRoute({
  getParentRoute: () => rootRoute,
  path: "/forgot",
  component: function Forgot() {
    const navigate = forgot.useNavigate();
    return <ForgotPage onBack={() => void navigate({ to: "/login" })} onDone={() => void navigate({ to: "/" })} />;
  },
});

const SetPasswordPage = lazyPublicPage(async () => (await import("./manage/users/password-pages.tsx")).SetPasswordPage);

const setPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: "/set-password/$",
  beforeLoad: ({ location }) => {
    const read = passwordLink(location);
    if (read) {
      // Remove the code from the address, where it could be seen or copied.
      const state = { passwordLink: read };
      throw redirect({ to: "/set-password/$", params: { _splat: "" }, search: {}, hash: "", state, replace: true });
    }
    const link = location.state.passwordLink;
    if (!link) throw redirect({ to: "/", replace: true });
    return { link };
  },
  component: function SetPassword() {
    const { link } = setPassword.useRouteContext();
    const navigate = setPassword.useNavigate();
    return <SetPasswordPage key={link.code} link={link} onDone={() => void navigate({ to: "/", replace: true })} />;
  },
});

const notFound = createRoute({
  getParentRoute: () => loggedIn,
  path: "$",
  beforeLoad: () => {
    throw redirect({ to: "/", replace: true });
  },
});

type ListOptions = { user: SessionUser; query: Readonly<Record<string, unknown>> };

/** Starts loading the stations list, unless its view has to be loaded first. */
function prefetchList(client: QueryClient, { user, query }: ListOptions): void {
  const base = builtInSettings(knownSettings(query)["view"]);
  if (base) prefetchStations(client, { user, settings: stationsView.read(query, base) });
}

/** The routes, in the order of the specification's table. */
const routeTree = rootRoute.addChildren([
  loggedIn.addChildren([
    stations,
    stationRoutes,
    attentionRoutes,
    ssotRoutes,
    statsRoutes,
    manageRoutes,
    supportLogRoutes,
    errorGroup,
    account,
    notFound,
  ]),
  login,
  forgot,
  setPassword,
]);

export function makeRouter(client: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    context: { client },
    // Query values are plain text. The default would parse stations-q=123 as a number.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (query) => {
      const text = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
      return text === "" ? "" : `?${text}`;
    },
    // A setting that has not changed is the same object, so that what is computed from it is not computed again.
    defaultStructuralSharing: true,
    defaultPendingComponent: PageSpinner,
    defaultErrorComponent: RenderFailure,
  });
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Kept in the tab's history entry, so that it survives a reload. */
    passwordLink?: PasswordLink;
    /** The history entry of the list that a link returns to and whose state the new entry takes over. */
    listEntry?: string;
  }
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
