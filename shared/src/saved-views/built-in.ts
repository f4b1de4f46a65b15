import { ownValue } from "../lib/index.ts";
import { defaultViewSettings, stationsView, type ViewSettings } from "../stations/index.ts";

/** The settings of the views that everyone has, by their names in an address. `none` is the list without a view. */
const builtIn = {
  none: {},
  all: { "stations-type": "" },
  "needs-person": { "stations-type": "", "stations-f-flagged": "1" },
};

/** A view that everyone has. */
export type BuiltInView = keyof typeof builtIn;

/** The settings of a view that everyone has, and of an address without a view; undefined for a saved one. */
export function builtInSettings(view: string | undefined): ViewSettings | undefined {
  if (view === undefined) return defaultViewSettings;
  const settings = ownValue<Record<string, string>>(builtIn, view);
  return settings && stationsView.read(settings);
}

/** The query of an address that has all settings, which `none` begins if they are the defaults: without any, it opens the user's default view. */
export function fullQuery(settings: ViewSettings): Record<string, string> {
  const query = stationsView.write(settings);
  return Object.keys(query).length === 0 ? { view: "none" satisfies BuiltInView } : query;
}
