import { listAlertRules, listAlerts } from "@groundcrew/shared/alerts";
import type { Content } from "@groundcrew/shared/contract";
import { listErrorGroups } from "@groundcrew/shared/error-groups";
import { DAY_MS, type Timestamp } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { plainPattern } from "@groundcrew/shared/station-errors";
import { searchSupportLog, supportLogStatusLabel } from "@groundcrew/shared/support-log";
import { IconAdjustments, IconAlertTriangle } from "@tabler/icons-react";
import { kindIcon } from "../alerts/index.ts";
import type { OtherEndpoint, QueryArgs } from "../data/api/index.ts";
import { serverNow } from "../data/clock/index.ts";
import { useServerData } from "../data/index.ts";
import { Age } from "../kit/index.ts";
import { countText, listText, shownText, useSettled } from "../lib/index.ts";
import { stationTitle } from "../station/index.ts";
import { statusIcons } from "../support-log/index.ts";
import type { Effect, Section, TypedQuery } from "./sections.ts";
import { useFirst } from "./use-first.ts";

/** How long typing has to pause before the server searches (ms). */
const PAUSE_MS = 150;
/** A single character is found nearly everywhere. */
const QUERY_MIN = 2;
/** How many are shown of each. */
const SHOWN = 3;
const YEAR_MS = 365 * DAY_MS;

type Found = Pick<Section, "items" | "count">;
type Source<E extends OtherEndpoint> = {
  label: string;
  endpoint: E;
  /** The arguments of the search; null while it is known that there is none. */
  args: QueryArgs<E> | null;
  /** True until typing has paused. */
  isWaiting: boolean;
  read: (content: Content<E>) => Found;
};

/** Results from the server: support log entries and error groups for admins, alerts, and rules; and a sentence if it could not search. */
export function useFound({ only, query: typed }: TypedQuery, user: SessionUser) {
  const query = useSettled(typed, PAUSE_MS);
  const isWaiting = query !== typed;
  const isNumber = only === "entries" && /^\d+$/.test(typed);
  const isWanted = only !== "actions" && (typed.length >= QUERY_MIN || isNumber);
  const q = isWanted ? query : null;
  const search = { isWaiting, everywhere: only === null ? q : null, ofAdmins: user.can_admin ? q : null };
  const sections = [useEntries(search), useGroups(search), useAlerts(search), useRules(search)].flatMap(
    (section) => section ?? [],
  );
  const failed = sections.flatMap(({ label, hasFailed }) => (hasFailed ? [label] : []));
  const failure =
    failed.length === sections.length
      ? "Only stations and pages can be found just now."
      : `Not searched just now: ${listText(failed)}.`;
  return { sections, failure: failed.length > 0 ? failure : null };
}

type Search = { isWaiting: boolean; everywhere: string | null; ofAdmins: string | null };

/** The results of one call. They stay as they arrived first, also when a change makes the page ask again. */
function useSource<E extends OtherEndpoint>({ label, endpoint, args, isWaiting, read }: Source<E>) {
  const { data, error } = useServerData(endpoint, isWaiting ? null : args);
  const result = data === undefined ? (error ?? undefined) : read(data);
  const found = useFirst(JSON.stringify(args), isWaiting ? undefined : result);
  if (args === null) return null;
  if (found === undefined || isWaiting) return { label, items: [], isSearching: true, hasFailed: false };
  if (found instanceof Error) return { label, items: [], hasFailed: true };
  return { label, ...found, hasFailed: false };
}

function useEntries({ isWaiting, ofAdmins: q }: Search) {
  return useSource({
    label: "Support log",
    endpoint: searchSupportLog,
    args: q === null ? null : { query: { q } },
    isWaiting,
    read: ({ entries, count }) => ({
      count: String(count),
      items: entries.map(({ id, station_name: name, serial_number, status, created, content }) => ({
        id: `entry ${id}`,
        icon: statusIcons[status].icon,
        label: content.trim().split("\n")[0] ?? "",
        about: `#${id} · ${stationTitle({ name, serial_number })} · ${supportLogStatusLabel(status)}`,
        aside: ageOf(created),
        effect: pageAt(`/stations/${name}/supportlog#${id}`),
      })),
    }),
  });
}

function useGroups({ isWaiting, everywhere, ofAdmins }: Search) {
  const q = everywhere && ofAdmins;
  // The same for a day, so that it names the same search.
  const seen_after = new Date(Math.floor((serverNow() - YEAR_MS) / DAY_MS) * DAY_MS).toISOString();
  return useSource({
    label: "Error groups",
    endpoint: listErrorGroups,
    args: q === null ? null : { query: { q, seen_after } },
    isWaiting,
    read: ({ groups, next }) => ({
      count: atLeast(groups.length, next),
      items: groups.slice(0, SHOWN).map(({ id, title, open, stations, last_seen }) => ({
        id: `group ${id}`,
        icon: IconAlertTriangle,
        label: plainPattern(title),
        about: `${open} unresolved on ${countText(stations, "station")}`,
        aside: ageOf(last_seen),
        effect: pageAt(`/groups/${id}`),
      })),
    }),
  });
}

function useAlerts({ isWaiting, everywhere: q }: Search) {
  return useSource({
    label: "Alerts",
    endpoint: listAlerts,
    args: q === null ? null : { query: { q } },
    isWaiting,
    read: ({ alerts, next }) => ({
      count: atLeast(alerts.length, next),
      items: alerts.slice(0, SHOWN).map(({ id, kind, title, detail, since }) => ({
        id: `alert ${id}`,
        icon: kindIcon(kind),
        label: shownText(title),
        about: shownText(detail),
        aside: ageOf(since),
        effect: pageAt(`/attention/${id}`),
      })),
    }),
  });
}

function useRules({ isWaiting, everywhere: q }: Search) {
  return useSource({
    label: "Rules",
    endpoint: listAlertRules,
    args: q === null ? null : { query: { q } },
    isWaiting,
    read: ({ rules }) => ({
      count: String(rules.length),
      items: rules.slice(0, SHOWN).map(({ id, name, organization, stations }) => ({
        id: `rule ${id}`,
        icon: IconAdjustments,
        label: name,
        about: `${organization} · ${countText(stations, "station")}`,
        effect: pageAt(`/attention/rules/${id}`),
      })),
    }),
  });
}

function atLeast(count: number, next: string | null): string {
  return `${count}${next === null ? "" : "+"}`;
}

function ageOf(since: Timestamp) {
  return <Age since={since} form="short" className="caption muted" />;
}

function pageAt(href: string): Effect {
  return { kind: "page", href };
}
