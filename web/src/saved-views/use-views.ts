import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  changeSavedView,
  createSavedView,
  deleteSavedView,
  listSavedViews,
  setDefaultView,
  type NewSavedView,
  type SavedView,
  type SavedViewEdit,
} from "@groundcrew/shared/saved-views";
import { call, failedWrite, useServerMutation } from "../data/api/index.ts";
import { useServerData } from "../data/index.ts";
import type { FormKey } from "../lib/index.ts";
import { reloadSession } from "../sessions/index.ts";
import { toast } from "../ui/index.ts";

/** The views that the user sees: their own, then those that others share, by name. */
export function useSavedViews() {
  return useServerData(listSavedViews, {});
}

/** Opens the list with a view, or with the settings of an address. */
export function useOpenView(): (query: Record<string, string>) => void {
  const navigate = useNavigate();
  return (query) => void navigate({ to: "/", search: query, replace: true });
}

/** Saves a new view, and sets it as the default. */
export function useNewView(form: FormKey, onDone: (view: SavedView) => void) {
  const client = useQueryClient();
  return useServerMutation({
    form,
    shows: [listSavedViews],
    async run({ isDefault, ...body }: NewSavedView & { isDefault: boolean }, once) {
      const view = (await call(createSavedView, { body }, once)).body;
      if (isDefault) await call(setDefaultView, { body: { view: view.id } });
      return { view, isDefault };
    },
    onSuccess({ view, isDefault }) {
      toast("success", `Saved “${view.name}”`);
      if (isDefault) void reloadSession(client);
      onDone(view);
    },
  });
}

type Change = { view: SavedView; changed: Partial<SavedViewEdit> };

/** Changes some of a view. */
export function useViewChange({
  done,
  onDone,
  onError,
}: {
  done: string;
  onDone?: () => void;
  onError?: (error: Error) => void;
}) {
  return useServerMutation({
    shows: [listSavedViews],
    run: ({ view: { id, name, settings, shared, rev }, changed }: Change) =>
      call(changeSavedView, { params: { view: id }, body: { name, settings, shared, rev, ...changed } }),
    onSuccess({ body }) {
      toast("success", `${done} “${body.name}”`);
      onDone?.();
    },
    onError: onError ?? ((error) => toast("danger", ...failedWrite(error, "The view was not changed."))),
  });
}

/** Deletes a view. */
export function useViewDeletion({ id, name }: SavedView, onDone: () => void) {
  const client = useQueryClient();
  return useServerMutation({
    shows: [listSavedViews],
    run: () => call(deleteSavedView, { params: { view: id } }),
    async onSuccess() {
      toast("success", `Deleted “${name}”`);
      // It may have been the default.
      await reloadSession(client);
      onDone();
    },
  });
}

/** Sets the view that the list opens with, or none. */
export function useDefaultView() {
  const client = useQueryClient();
  return useServerMutation({
    run: (view: number | null) => call(setDefaultView, { body: { view } }),
    onSuccess: () => reloadSession(client),
    onError: (error) => toast("danger", ...failedWrite(error, "The default was not changed.")),
  });
}
