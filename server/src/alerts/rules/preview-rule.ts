import {
  conditionState,
  conditionText,
  holdMs,
  replayRule,
  ruleKinds,
  type Condition,
  type previewAlertRule,
  type Replay,
  type ScopedStation,
  type Severity,
} from "@groundcrew/shared/alerts";
import { siteText } from "@groundcrew/shared/stations";
import type { Reply } from "@groundcrew/shared/contract";
import type { Db } from "../../platform/db/index.ts";
import { previewContent } from "../../notifications/index.ts";
import { findHistoryStart, findPlace, selectOfflineTimes } from "./rule-queries.ts";
import type { WatchedStations } from "../evaluation/watched-stations.ts";

const SHOWN = 20;
/** The history of more stations takes too long to read for a form. */
const REPLAYED_STATIONS = 1_000;

type Preview = Reply<typeof previewAlertRule>["body"];
type Previewing = { db: Db; watched: WatchedStations; now: number };

/** The parts of a rule that determine its matches and messages. */
type Draft = { condition: Condition; severity: Severity; organization: { name: string; is_provider: boolean } };

/** Previews a rule: its alerts at these stations in the last seven days, its matches now, and its message. */
export async function previewRule(
  draft: Draft,
  stations: readonly ScopedStation[],
  { db, watched, now }: Previewing,
): Promise<Preview> {
  const { condition } = draft;
  const isReplayed = condition.kind === "offline" && stations.length <= REPLAYED_STATIONS;
  const replay = isReplayed ? await replayOffline(condition.minutes, stations, { db, now }) : null;
  // Reading other signals takes too long for a form.
  const { station } = ruleKinds[condition.kind];
  const isKnown = station !== undefined && station.signal === undefined;
  const matches = isKnown ? matchesNow(condition, stations, { watched, now }) : [];
  return {
    replay,
    watched: stations.length,
    matching: isKnown ? matches.length : null,
    matches: matches
      .slice(0, SHOWN)
      .map(({ station: { name, description, serial_number, location_deployment }, since }) => ({
        station: name,
        title: description || serial_number,
        location: location_deployment,
        since: since === null ? null : new Date(since).toISOString(),
      })),
    message: await messageOf(draft, matches[0] ?? exampleOf(draft, stations, now), { db, now }),
  };
}

/** A match of the rule; `since` is in ms, null if it is not known. */
type Match = { station: ScopedStation; since: number | null; title: string; detail: string; isExample: boolean };

/** The current matches. Since when a condition holds is known only for offline stations, because the rule is not on yet. */
function matchesNow(
  condition: Condition,
  stations: readonly ScopedStation[],
  { watched, now }: Pick<Previewing, "watched" | "now">,
): Match[] {
  return stations.flatMap((scoped) => {
    const station = watched.find(scoped.name);
    if (!station) return [];
    const read = conditionState(condition, station.facts, { now, before: null });
    if (read.state !== "holds") return [];
    const { since } = read;
    if (condition.kind === "offline" && (since ?? now) + holdMs(condition) > now) return [];
    return { station: scoped, since, title: read.title, detail: read.detail, isExample: false };
  });
}

/** An example for a rule without a match: its condition, at the first station that it watches. */
function exampleOf({ condition }: Draft, [station]: readonly ScopedStation[], now: number): Match | null {
  const title = condition.kind === "offline" ? "Offline" : conditionText(condition);
  return station ? { station, since: now, title, detail: "", isExample: true } : null;
}

async function messageOf(
  { condition, severity, organization: { name: organization, is_provider: isProvider } }: Draft,
  match: Match | null,
  { db, now }: Pick<Previewing, "db" | "now">,
): Promise<Preview["message"]> {
  if (match === null) return null;
  const { station, since, title, detail, isExample } = match;
  const isAboutStation = !ruleKinds[condition.kind].isAboutGroups;
  const place = isAboutStation ? await findPlace(db, station.name) : null;
  const about = {
    title,
    detail,
    severity,
    since: new Date(since ?? now).toISOString(),
    organization: isAboutStation ? station.organization_name : null,
    site: isAboutStation ? siteText(station) : null,
    station: isAboutStation ? { name: station.name, title: station.serial_number || station.name } : null,
    ...(place ?? { lat: null, lng: null }),
  };
  return { ...previewContent(about, { isProvider, now }), organization, is_example: isExample };
}

async function replayOffline(
  minutes: number,
  stations: readonly ScopedStation[],
  { db, now }: Pick<Previewing, "db" | "now">,
): Promise<Replay | null> {
  const sites = new Map(stations.map((station) => [station.name, siteOf(station)]));
  const names = [...sites.keys()];
  const start = await findHistoryStart(db, names);
  const times = await selectOfflineTimes(db, names, new Date(now).toISOString());
  const periods = times.map(({ station, from, to }) => ({
    station,
    site: sites.get(station) ?? station,
    from: Date.parse(from),
    to: to === null ? null : Date.parse(to),
  }));
  return replayRule(periods, { minutes, now, historySince: start === null ? null : Date.parse(start) });
}

/** Messages of stations at the same place are sent together. */
function siteOf(station: ScopedStation): string {
  if (station.site_id !== undefined) return `site ${station.site_id}`;
  const text = siteText(station);
  return text === null ? station.name : `${station.org_id} ${text.toLowerCase()}`;
}
