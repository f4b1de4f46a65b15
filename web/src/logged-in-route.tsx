import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, Outlet, redirect } from "@tanstack/react-router";
import { readingKey } from "./lib/index.ts";
import { usePageValue } from "./page/index.ts";
import { currentUser, returnPath, viewerKey } from "./sessions/index.ts";
import { Shell } from "./shell/index.ts";

/** The root of all routes. */
export const rootRoute = createRootRouteWithContext<{ client: QueryClient }>()();

/** Everything that needs a login. Others are redirected to the login page and return afterwards. */
export const loggedIn = createRoute({
  getParentRoute: () => rootRoute,
  id: "logged-in",
  beforeLoad: ({ context, location }) => {
    const user = currentUser(context.client);
    if (!user) throw redirect({ to: "/login", search: returnPath(location.href), replace: true });
    if (user.required_step?.is_due && location.pathname !== "/account")
      throw redirect({ to: "/account", replace: true });
    return { user };
  },
  component: function LoggedIn() {
    const { user } = loggedIn.useRouteContext();
    return (
      <Shell key={viewerKey(user)} user={user}>
        <Outlet key={usePageValue(readingKey)} />
      </Shell>
    );
  },
});
