import { useMemo, type ComponentProps } from "react";
import type { TimeWindow } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import {
  compilePlaces,
  fleetStats,
  availableGroups,
  hasPlaces,
  listParts,
  partsFor,
  type Station,
  type ViewSettings,
  withoutParts,
  withReadiness,
} from "@groundcrew/shared/stations";
import { useMatchingStations, useFirstStations, useFleet, type Fleet } from "../../data/fleet/index.ts";
import { lazyPage, lazyPart } from "../../ui/index.ts";
import { useHeldOrder } from "../live/use-held-order.ts";
import { useNewErrors } from "../live/use-new-errors.ts";
import { usePause } from "../live/use-pause.ts";
import { useLastList, useOpensAtTop } from "./list-state.ts";
import { type ListSource, NoList, StationsView } from "./stations-view.tsx";
import { useBaseView, type BaseView } from "./use-base-view.ts";
import { useChosenView } from "./use-chosen-view.ts";

/** The list or the map of stations, once the view that the address names is known. */
export function StationsPage({ user }: { user: SessionUser }) {
  const { base, error, refetch } = useBaseView(user);
  if (base) return <StationsInView user={user} base={base} />;
  return <NoList error={error} isAdmin={user.can_admin} onReload={() => void refetch()} />;
}

type InViewProps = { user: SessionUser; base: BaseView };

function StationsInView({ user, base }: InViewProps) {
  const groups = useMemo(() => availableGroups(user), [user]);
  const view = useChosenView(groups, base);
  useLastList(user, view.query);
  const List = user.lists_in_pages ? PagedList : WholeList;
  return <List {...{ user, base, view, groups }} />;
}

const PagedList = lazyPage(async () => (await import("../pages/paged-list.tsx")).PagedList);

type ListProps = Pick<ComponentProps<typeof StationsView>, "user" | "base" | "view" | "groups">;

/** The list of a fleet that is loaded as a whole. */
function WholeList(props: ListProps) {
  const { user, view } = props;
  const settings = view.view;
  const parts = partsFor(settings.filters);
  const { fleet, error, isFetching, isPlaceholder, freshness, refresh } = useFleet({ user, parts });
  const shown = useMemo(() => (isPlaceholder ? withLoaded(settings) : settings), [isPlaceholder, settings]);
  const pause = usePause(fleet, parts.join());
  const { matching, stations } = useStationsByReadiness(pause.shown, shown);
  const { rows, ...order } = useHeldOrder(pause.shown, stations, shown);
  const { listed, isLoaded } = useListed({ user, settings, rows, hasFailed: error !== null && !isFetching });
  const source: ListSource = {
    settings: shown,
    stations: listed,
    groups: null,
    isLoaded,
    total: stations?.length,
    visible: fleet?.stations.size,
    matching: { stations: matching, total: matching?.length },
    stats: useStats({ stations, time: shown.time, fleet: pause.shown }),
    newErrors: useNewErrors(fleet),
    current: pause.shown?.stations,
    fleet,
    error,
    isFetching,
    freshness,
    pause,
    order,
    onRefresh: () => void refresh(),
    renderTools: (tools) => fleet && rows && <ListTools {...{ ...tools, user, view, fleet, stations: rows }} />,
    renderMap: null,
  };
  return <StationsView {...props} source={source} />;
}

const ListTools = lazyPart(async () => (await import("./list-tools.tsx")).WholeListTools);

/** The stations that match the settings except for their readiness, and those that match all. */
function useStationsByReadiness(fleet: Fleet | undefined, settings: ViewSettings) {
  const anywhere = useMatchingStations(fleet, settings);
  const { ready, site, tags, tagsNot } = settings;
  const matching = useMemo(() => {
    const places = { site, tags, tagsNot };
    return hasPlaces(places) ? anywhere?.filter(compilePlaces(places)) : anywhere;
  }, [anywhere, site, tags, tagsNot]);
  const stations = useMemo(() => matching && withReadiness(matching, ready), [matching, ready]);
  return { matching, stations };
}

type ListedOptions = {
  user: SessionUser;
  settings: ViewSettings;
  rows: readonly Station[] | undefined;
  hasFailed: boolean;
};

/** The loaded rows, or those that the list begins with while it is loaded, unless it was left at a position further down. */
function useListed({ rows, hasFailed, ...view }: ListedOptions) {
  const opensAtTop = useOpensAtTop();
  const first = useFirstStations({ ...view, isWanted: !rows && !hasFailed && opensAtTop });
  return { listed: rows ?? first, isLoaded: rows !== undefined };
}

type StatsOptions = { stations: readonly Station[] | undefined; time: TimeWindow; fleet: Fleet | undefined };

/** The numbers of the page head, as of the newest response. */
function useStats({ stations, time, fleet }: StatsOptions) {
  const now = fleet?.respondedAt ?? 0;
  const volatile = fleet?.stations.volatile ?? null;
  return useMemo(
    () => stations && fleetStats(stations, { window: time, now, volatile }),
    [stations, time, now, volatile],
  );
}

/** Without the filters on parts that may not be loaded yet, which would hide every station. */
function withLoaded(settings: ViewSettings): ViewSettings {
  return { ...settings, filters: withoutParts(settings.filters, listParts) };
}
