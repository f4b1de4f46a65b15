import {
  changeSavedView,
  createSavedView,
  deleteSavedView,
  listSavedViews,
  setDefaultView,
  type SavedView,
} from "@groundcrew/shared/saved-views";
import { getSession, type SessionUser } from "@groundcrew/shared/sessions";
import { Rejection, type FakeServer } from "./fake-server.ts";

/** A view of the user's own. */
export function sampleView(differences: Partial<SavedView> = {}): SavedView {
  return {
    id: 12,
    name: "Night shift",
    settings: { "stations-sort": "swaps" },
    shared: false,
    is_mine: true,
    by: "Kari Nilsen",
    changed_by: "Kari Nilsen",
    people: 0,
    rev: 1,
    ...differences,
  };
}

/** Serves saved views, which can be created, changed and deleted. With a `user`, the session says which is the default. */
export function serveSavedViews(server: FakeServer, initial: readonly SavedView[] = [], user?: SessionUser) {
  const state = { views: [...initial], defaultView: user?.default_view ?? null };
  const find = (id: number) => {
    const found = state.views.find((one) => one.id === id);
    if (!found) throw new Rejection(404, "There is no such view.");
    return found;
  };
  server.on(listSavedViews, async () => ({ status: 200 as const, body: state.views }));
  server.on(createSavedView, async ({ body }) => {
    if (state.views.some(({ name }) => name === body.name))
      throw new Rejection(409, "There is a view with this name already.");
    const view = sampleView({ ...body, id: 100 + state.views.length });
    state.views = [...state.views, view];
    return { status: 201 as const, body: view };
  });
  server.on(changeSavedView, async ({ params, body: { rev, ...edited } }) => {
    const before = find(params.view);
    if (before.rev !== rev) throw new Rejection(412, "Someone changed this view.");
    const view = { ...before, ...edited, rev: rev + 1 };
    state.views = state.views.map((one) => (one.id === view.id ? view : one));
    return { status: 200 as const, body: view };
  });
  server.on(deleteSavedView, async ({ params }) => {
    state.views = state.views.filter(({ id }) => id !== params.view);
    return { status: 204 as const, body: null };
  });
  server.on(setDefaultView, async ({ body }) => {
    state.defaultView = body.view;
    return { status: 204 as const, body: null };
  });
  if (user)
    server.on(getSession, async () => ({
      status: 200 as const,
      body: { user: { ...user, default_view: state.defaultView } },
    }));
  return state;
}
