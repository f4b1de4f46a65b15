import { z } from "zod";
import { viewQuery } from "../alerts/index.ts";
import { lineOf } from "../lib/index.ts";
import { isManager, type SessionUser } from "../sessions/index.ts";
import { stationsView, type ViewSettings } from "../stations/index.ts";
import { savedViewId, type SavedView } from "./api.ts";

/** The most views of a person, and characters of a name. */
export const SAVED_VIEWS_MAX = 50;
export const VIEW_NAME_MAX = 60;

const edited = {
  name: lineOf(VIEW_NAME_MAX, "Enter a name."),
  settings: viewQuery,
  shared: z.boolean(),
};

/** A new view. */
export const newSavedView = z.strictObject(edited);
export type NewSavedView = z.output<typeof newSavedView>;

/** A view as it replaces a stored one. `rev` is the revision that the caller has seen. */
export const savedViewEdit = z.strictObject({ ...edited, rev: z.int() });
export type SavedViewEdit = z.output<typeof savedViewEdit>;

/** The view that the stations list opens with; null for none. */
export const defaultView = z.strictObject({ view: savedViewId.nullable() });

/** Whether somebody who sees a view may change it: its owner, and managers of the organization that it is shared with. */
export function canChangeView(
  user: Pick<SessionUser, "can_manage" | "can_admin">,
  view: Pick<SavedView, "is_mine">,
): boolean {
  return view.is_mine || isManager(user);
}

/** The settings of a list that a view stores: all but the visible part of the map. */
export function savedSettings(settings: ViewSettings): Record<string, string> {
  return stationsView.write({ ...settings, mapAt: null });
}
