import { useMemo, useSyncExternalStore } from "react";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { allStationsQuery, linkStatusLabels, type LinkStatus, type Station } from "@groundcrew/shared/stations";
import {
  IconAdjustments,
  IconAlertTriangle,
  IconBell,
  IconBuildingWarehouse,
  IconDots,
  IconKeyboard,
  IconList,
  IconNotes,
  IconPlus,
  IconQuestionMark,
  IconTable,
  IconWifi,
  IconWifiOff,
  type Icon,
} from "@tabler/icons-react";
import { useLocation, useSearch } from "@tanstack/react-router";
import { impossibleReason } from "../bulk-acts/index.ts";
import { useServerNow } from "../data/clock/index.ts";
import { countText, wholeNumber } from "../lib/index.ts";
import { usePageValue } from "../page/index.ts";
import { stationTitle, stationTypeIcon, useLinkStatus, useStation } from "../station/index.ts";
import { selectedActions, selectedRows } from "../stations/index.ts";
import { Pill } from "../ui/index.ts";
import { consolePages } from "./pages.ts";
import { recentItems, type RecentItem } from "./recent.ts";
import { matchingItems, typedQuery, visibleSections, type Item, type Section } from "./sections.ts";
import { stationActions } from "./station-actions.ts";
import { useFound } from "./use-found.tsx";
import { useStationsFound, type Find } from "./use-stations-found.ts";

/** How many actions are listed before anything is typed. */
const FIRST_ACTIONS = 4;
const SHOWN_PAGES = 5;

type SectionsOptions = {
  text: string;
  user: SessionUser;
  /** The station whose actions alone are listed; null lists everything. */
  actionsOn: Station | null;
};

/** The sections of the palette, in their order. */
export function useSections({ text, user, actionsOn }: SectionsOptions) {
  const typed = typedQuery(text);
  const { only, query } = typed;
  const isEverything = only === null && actionsOn === null;
  const { peek } = useSearch({ strict: false });
  const named = [...recentStations(user), peek ?? "", actionsOn?.name ?? ""].filter((name) => name !== "");
  const { find, found: matching, isSearching } = useStationsFound(user, query, named);
  const newest = (station: Station) => find(station.name) ?? station;
  const selected = useSelected();
  const page = usePageStation(peek === undefined ? undefined : find(peek));
  const found = useFound(actionsOn === null ? typed : { only: "actions", query }, user);

  const station = actionsOn ? newest(actionsOn) : selected === null ? page.station : undefined;
  const actions = station ? stationActions(station, user) : [];
  const ofStation = {
    label: station ? `${stationTitle(station)}${actionsOn ? "" : ", this station"}` : "",
    items: matchingItems(actions, query),
    isSearching: station === undefined && page.isSearching,
  };
  if (actionsOn !== null) return ready([ofStation]);
  const here: Section = selected ? { ...selected, items: matchingItems(selected.items, query) } : ofStation;
  if (query === "" && isEverything) {
    const first = station ? { ...here, items: firstActions(actions, station) } : here;
    return ready([recentSection(user, find), first, { label: "Pages", items: consolePages(user) }]);
  }
  const general = { label: "General", items: matchingItems(generalActions(user), query) };
  if (only === "actions") return ready([here, general]);
  const pages = matchingItems(consolePages(user), query).slice(0, SHOWN_PAGES);
  const local = [
    here,
    general,
    {
      label: "Stations",
      items: matching.best.map((one) => stationItem(newest(one))),
      count: wholeNumber(matching.count),
      isSearching,
    },
    { label: "Pages", items: pages },
  ];
  const all: Section = { label: "", items: matching.count > 0 ? [showAll(query, matching.count)] : [] };
  const sections = only === "entries" ? found.sections : [...local, ...found.sections, all];
  return { ...ready(sections), failure: found.failure };
}

function ready(sections: readonly Section[]) {
  return {
    sections: visibleSections(sections),
    isSearching: sections.some(({ isSearching }) => isSearching),
    failure: null,
  };
}

/** The actions on the selected stations, and why some of them cannot be done now; null without any. */
function useSelected(): Section | null {
  const names = useSyncExternalStore(selectedRows.subscribe, selectedRows.names);
  const actions = usePageValue(selectedActions);
  const now = useServerNow();
  // Up to 10,000 stations are looked at, which a key press must not wait for.
  const items = useMemo(
    () =>
      actions.map(({ label, icon, onPress, plan, reason }): Item => {
        const why = reason ?? (plan && impossibleReason(plan.act, plan.stations, now));
        return { id: `selected ${label}`, icon, label, reason: why, effect: { kind: "press", onPress } };
      }),
    [actions, now],
  );
  if (items.length === 0) return null;
  return { label: countText(names.size, "selected station"), items };
}

/** The station whose page is open, or else the one `beside` the list. */
function usePageStation(beside: Station | undefined) {
  const name = useLocation({ select: ({ pathname }) => /^\/stations\/([^/]+)/.exec(pathname)?.[1] ?? null });
  const { data, error } = useStation(name);
  return { station: data ?? beside, isSearching: name !== null && data === undefined && error === null };
}

/** The first of the actions on a station, and an item that lists all. */
function firstActions(actions: readonly Item[], station: Station): readonly Item[] {
  const all: Item = {
    id: "all actions",
    icon: IconDots,
    label: `All ${actions.length} actions`,
    effect: { kind: "actions", station },
  };
  return [...actions.slice(0, FIRST_ACTIONS), all];
}

function generalActions({ can_admin }: SessionUser): readonly Item[] {
  const addStation: Item = {
    id: "add station",
    icon: IconPlus,
    label: "Add Station…",
    effect: { kind: "dialog", dialog: { kind: "add" } },
  };
  const keys: Item = { id: "keys", icon: IconKeyboard, label: "Keyboard shortcuts", effect: { kind: "keys" } };
  return can_admin ? [addStation, keys] : [keys];
}

const STATION = "/stations/";

/** The names of the stations where the user was last. */
function recentStations({ email }: SessionUser): string[] {
  return recentItems(email).flatMap(({ href, kind }) => (kind === "station" ? href.slice(STATION.length) : []));
}

/** Where the user was last, without this page. Stations are listed as they are now. */
function recentSection({ email }: SessionUser, find: Find): Section {
  const items = recentItems(email).flatMap(({ href, kind, label, about }): Item[] => {
    const station = kind === "station" ? find(href.slice(STATION.length)) : undefined;
    if (station) return [{ ...stationItem(station), id: `recent ${href}` }];
    return [{ id: `recent ${href}`, icon: recentIcons[kind], label, about, effect: { kind: "page", href } }];
  });
  return { label: "Recent", items };
}

const recentIcons: Record<RecentItem["kind"], Icon> = {
  station: IconBuildingWarehouse,
  page: IconTable,
  entry: IconNotes,
  group: IconAlertTriangle,
  alert: IconBell,
  rule: IconAdjustments,
};

function stationItem(station: Station): Item {
  return {
    id: `station ${station.name}`,
    icon: stationTypeIcon(station).icon,
    label: stationTitle(station),
    about: [station.organization_name, station.location_deployment].filter(Boolean).join(" · "),
    aside: <OnlinePill station={station} />,
    station,
    effect: { kind: "page", href: `/stations/${station.name}` },
  };
}

const linkIcons: Record<LinkStatus, Icon> = { online: IconWifi, offline: IconWifiOff, unknown: IconQuestionMark };

function OnlinePill({ station }: { station: Station }) {
  const link = useLinkStatus(station);
  return (
    <Pill tone={link === "online" ? "ok" : "dashed"} icon={linkIcons[link]}>
      {linkStatusLabels[link]}
    </Pill>
  );
}

function showAll(query: string, count: number): Item {
  const found = count === 1 ? "the station that matches" : `all ${wholeNumber(count)} stations that match`;
  return {
    id: "show all",
    icon: IconList,
    label: `Show ${found} “${query}” in the list`,
    effect: { kind: "page", href: listOf(query) },
  };
}

/** The list of all stations that match a query. */
export function listOf(query: string): string {
  return `/?${new URLSearchParams(allStationsQuery({ q: query })).toString()}`;
}
