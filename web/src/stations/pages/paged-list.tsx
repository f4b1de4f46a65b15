import { useMemo, useState, type ComponentProps } from "react";
import { useSearch } from "@tanstack/react-router";
import type { Content } from "@groundcrew/shared/contract";
import { countListedStations, listQueryOf, type Box, type Station } from "@groundcrew/shared/stations";
import { serverNow } from "../../data/clock/index.ts";
import { useServerData } from "../../data/index.ts";
import { useSettled } from "../../lib/index.ts";
import { lazyPanel, usePageKeys } from "../../ui/index.ts";
import { useStation } from "../../station/index.ts";
import { useOpensAtTop } from "../list/list-state.ts";
import { type ListSource, StationsView } from "../list/stations-view.tsx";
import { type ListQuery, type Loaded, namesAround, rowsIn, usePages } from "../../data/pages/index.ts";
import { pagedGroups } from "./paged-groups.ts";
import { PagedTools } from "./paged-tools.tsx";
import { useHeldPages } from "./use-held-pages.ts";

const PagedMap = lazyPanel(async () => (await import("./paged-map.tsx")).PagedMap);

type ListProps = Pick<ComponentProps<typeof StationsView>, "user" | "base" | "view" | "groups">;

/** The list of a fleet that is too large to be loaded as a whole: the rows that are shown, and what the server counts of all. */
export function PagedList(props: ListProps) {
  const { user, view } = props;
  const pause = usePagedPause(JSON.stringify(listQueryOf(view.view)));
  const [within, onBox] = useState<Box | null>(null);
  const all = useMemo(() => listQueryOf(view.view), [view.view]);
  const { loaded, query, onShown, ...requested } = usePages({
    user,
    settings: view.view,
    within,
    isPaused: pause.paused !== null,
  });
  const counted = useServerData(countListedStations, { query: all }, { enabled: pause.paused === null }).data;
  const toggle = () => pause.toggle({ loaded, counted });
  usePageKeys({ p: toggle });
  const state = pause.shown ?? { loaded, counted };
  const settings = state.loaded?.settings ?? view.view;
  const hasAllLines = useAllLines(state.loaded !== undefined);
  const content = useContent({ ...state, query, hasAllLines });
  const { current, find } = useFound(content.byName);
  const isPart = state.loaded !== undefined && state.loaded.within !== null;
  const total = isPart ? state.counted?.stats.total : content.total;
  const source: ListSource = {
    ...requested,
    settings,
    stations: content.stations,
    groups: content.groups,
    order: content.order,
    current,
    isLoaded: hasAllLines,
    total,
    visible: state.counted?.visible,
    matching: { stations: state.counted?.readiness, total: state.counted?.matching },
    stats: state.counted?.stats,
    newErrors: "",
    fleet: undefined,
    pause: { paused: pause.paused, toggle },
    pending: PENDING,
    onShown,
    onRefresh: () => void requested.refresh(),
    renderTools: ({ onOpen, onSign }) =>
      total !== undefined && (
        <PagedTools {...{ user, view, total, find, onOpen, onSign }} query={all} names={content.names} />
      ),
    renderMap: (map, list) => (
      <PagedMap {...map} {...{ query: all, onBox }} inView={isPart ? content.total : undefined}>
        {list}
      </PagedMap>
    ),
  };
  return (
    <>
      <StationsView {...props} source={source} />
      <p className="print-only mt-3">Only rows that are loaded are printed. Download CSV saves all.</p>
    </>
  );
}

type Counted = Content<typeof countListedStations>;
type Shown = { loaded: Loaded | undefined; counted: Counted | undefined };

type ContentOptions = Shown & { query: ListQuery; hasAllLines: boolean };

/** The rows of a list in their places, and its groups. */
function useContent({ loaded, counted, query, hasAllLines }: ContentOptions) {
  const pages = loaded?.pages;
  const { rows, order } = useHeldPages(pages, loaded?.settings);
  const stations = useMemo(
    () => pages && rows && rowsIn(hasAllLines ? pages.total : pages.end, rows),
    [pages, rows, hasAllLines],
  );
  const groups = useMemo(() => {
    if (!pages || !stations || !loaded) return null;
    const { group } = loaded.settings;
    const counts = loaded.within === null ? counted : undefined;
    return pagedGroups({ rows: stations, groups: pages.groups, counts, group, query });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the query is that of the settings
  }, [pages, stations, loaded, counted]);
  const names = useMemo(() => (pages && stations ? namesAround(pages, stations) : []), [pages, stations]);
  const byName = useMemo(() => new Map(Array.from(rows?.values() ?? [], (station) => [station.name, station])), [rows]);
  return { stations, groups, order, names, byName, total: pages?.total };
}

/**
 * False until the rows that a list begins with are on the screen: the lines of a large fleet take longer. A list that was left at a position further down
 * has all lines at once.
 */
function useAllLines(isShown: boolean): boolean {
  const isPainted = useSettled(isShown, PAINTED_MS);
  const opensAtTop = useOpensAtTop();
  return isPainted || !opensAtTop;
}

/** Longer than the browser takes for its next frame. */
const PAINTED_MS = 100;

/** Finds loaded stations, and the one beside the list, which may be on no loaded page. */
function useFound(byName: ReadonlyMap<string, Station>) {
  const { peek } = useSearch({ strict: false });
  const { data } = useStation(peek !== undefined && !byName.has(peek) ? peek : null);
  return useMemo(() => {
    const find = (name: string) => byName.get(name) ?? (data?.name === name ? data : undefined);
    return { find, current: { get: find } };
  }, [byName, data]);
}

const PENDING = (
  <div className="center muted" style={{ height: "var(--row-height)" }}>
    Loading…
  </div>
);

const NOT_COUNTED = {
  changes: 0,
  stations: 0,
  errors: 0,
  note: "Rows that were not loaded before are shown after Resume.",
};

type Paused = Shown & { atMs: number; view: string };

/** Lets the user pause a list in pages, also with P. What changes meanwhile is not counted. With other settings it is not paused. */
function usePagedPause(view: string) {
  const [state, setState] = useState<Paused | null>(null);
  const paused = state?.view === view ? state : null;
  return {
    shown: paused,
    paused: paused && { atMs: paused.atMs, ...NOT_COUNTED },
    toggle: ({ loaded, counted }: Shown) =>
      setState(paused || !loaded ? null : { loaded, counted, atMs: serverNow(), view }),
  };
}
