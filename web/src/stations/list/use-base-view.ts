import { useMemo, useState } from "react";
import { useSearch } from "@tanstack/react-router";
import { builtInSettings, listSavedViews } from "@groundcrew/shared/saved-views";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { defaultViewSettings, stationsView, type ViewSettings } from "@groundcrew/shared/stations";
import { useServerData } from "../../data/index.ts";

/** The view that an address names, from which its settings differ. */
export type BaseView = {
  /** As in the address; undefined without a view. */
  id: string | undefined;
  settings: ViewSettings;
  /** True if it does not exist, or no longer: then its settings are those of before, or the defaults. */
  isGone: boolean;
};

/** The view of the address; undefined until it is loaded. */
export function useBaseView({ default_view }: Pick<SessionUser, "default_view">) {
  const { view: named } = useSearch({ strict: false });
  // An address without a view and without settings would open the default.
  const id = named ?? (default_view === null ? undefined : "none");
  const { data, error, isFetching, refetch } = useServerData(listSavedViews, builtInSettings(id) ? null : {});
  const [last, setLast] = useState<NonNullable<typeof data>[number]>();
  const found = data?.find((view) => String(view.id) === id);
  if (found && found !== last) setLast(found);
  const view = found ?? (String(last?.id) === id ? last : undefined);
  const isLoaded = data !== undefined;
  const base = useMemo((): BaseView | undefined => {
    const builtIn = builtInSettings(id);
    if (builtIn) return { id, settings: builtIn, isGone: false };
    const settings = view ? stationsView.read(view.settings) : defaultViewSettings;
    return isLoaded ? { id, settings, isGone: !found } : undefined;
  }, [id, view, found, isLoaded]);
  return { base, error: isFetching ? null : error, refetch };
}
