import { QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { RouterProvider, type RouterHistory } from "@tanstack/react-router";
import { errorSentence } from "./data/api/index.ts";
import { consoleQuery } from "./console/index.ts";
import { makeQueryClient } from "./data/query-client.ts";
import { makeRouter } from "./routes.tsx";
import {
  forgetUnlessLoggedIn,
  onSessionChange,
  USER_LOAD_FAILED,
  useSession,
  useSharedSession,
} from "./sessions/index.ts";
import { PageSpinner, StartFailed, UiProvider } from "./ui/index.ts";
import { UpdateNotice } from "./update/index.ts";

/** The console with a cache and a router of its own. `history` replaces the browser's, where the page's address must not change. */
export function startApp(history?: RouterHistory) {
  const client = makeQueryClient();
  const router = makeRouter(client, history);
  // The routes' guards decided for the user who was known before. Until they have decided again, the page may request its data once more.
  onSessionChange(client, () => void router.invalidate().then(() => forgetUnlessLoggedIn(client)));

  function App() {
    return (
      <QueryClientProvider client={client}>
        <UiProvider>
          <Start router={router} />
          <UpdateNotice />
        </UiProvider>
      </QueryClientProvider>
    );
  }
  return { App, client, router };
}

/** Waits for what every page needs: the deployment's settings and the session. */
function Start({ router }: { router: ReturnType<typeof makeRouter> }) {
  const client = useQueryClient();
  const settings = useQuery(consoleQuery);
  const session = useSession();
  useSharedSession();

  // Retries all queries that failed.
  const reload = () => void client.refetchQueries({ predicate: ({ state }) => state.status === "error" });
  if (settings.isError) {
    return (
      <StartFailed sentence="The console could not start." reason={errorSentence(settings.error)} onReload={reload} />
    );
  }
  if (session.status === "failed") {
    return <StartFailed sentence={USER_LOAD_FAILED} reason={session.reason} onReload={reload} />;
  }
  if (settings.isPending || session.status === "loading") return <PageSpinner />;
  return <RouterProvider router={router} />;
}
