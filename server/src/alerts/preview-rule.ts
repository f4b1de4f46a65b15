import {
  conditionState,
  holdMs,
  replayRule,
  type Condition,
  type previewAlertRule,
  type Replay,
  type ScopedStation,
} from "@groundcrew/shared/alerts";
import type { Reply } from "@groundcrew/shared/contract";
import type { Db } from "../db/index.ts";
import { findHistoryStart, selectOfflineTimes } from "./rule-queries.ts";
import type { WatchedStations } from "./watched-stations.ts";

/** Kinds whose conditions can be decided by what the board shows. */
const ON_BOARD: ReadonlySet<Condition["kind"]> = new Set([
  "offline",
  "temperature",
  "camera_missing",
  "clock_skew",
  "firmware",
]);
const SHOWN = 20;
/** The history of more stations takes too long to read for a form. */
const REPLAYED_STATIONS = 1_000;

type Preview = Reply<typeof previewAlertRule>["body"];
type Previewing = { db: Db; watched: WatchedStations; now: number };

/** What a rule would have done at these stations in the last seven days, and what it matches now. */
export async function previewRule(
  condition: Condition,
  stations: readonly ScopedStation[],
  { db, watched, now }: Previewing,
): Promise<Preview> {
  const isReplayed = condition.kind === "offline" && stations.length <= REPLAYED_STATIONS;
  const replay = isReplayed ? await replayOffline(condition.minutes, stations, { db, now }) : null;
  const isKnown = ON_BOARD.has(condition.kind);
  const matches = isKnown ? matchesNow(condition, stations, { watched, now }) : [];
  return {
    replay,
    watched: stations.length,
    matching: isKnown ? matches.length : null,
    matches: matches.slice(0, SHOWN),
  };
}

/** Only what a rule that is not on yet can know: since when a condition holds is known of offline stations alone. */
function matchesNow(
  condition: Condition,
  stations: readonly ScopedStation[],
  { watched, now }: Pick<Previewing, "watched" | "now">,
): Preview["matches"] {
  return stations.flatMap(({ name, description, serial_number, location_deployment: location }) => {
    const station = watched.find(name);
    if (!station) return [];
    const read = conditionState(condition, station.facts, { now, isFiring: false });
    if (read.state !== "holds") return [];
    const since = read.since ?? now;
    if (condition.kind === "offline" && since + holdMs(condition) > now) return [];
    return { station: name, title: description || serial_number, location, since: new Date(since).toISOString() };
  });
}

async function replayOffline(
  minutes: number,
  stations: readonly ScopedStation[],
  { db, now }: Pick<Previewing, "db" | "now">,
): Promise<Replay | null> {
  const sites = new Map(stations.map(({ name, org_id, location_deployment: at }) => [name, siteOf(name, org_id, at)]));
  const names = [...sites.keys()];
  const start = await findHistoryStart(db, names);
  const times = await selectOfflineTimes(db, names, new Date(now).toISOString());
  const held = times.map(({ station, from, to }) => ({
    station,
    site: sites.get(station) ?? station,
    from: Date.parse(from),
    to: to === null ? null : Date.parse(to),
  }));
  return replayRule(held, { minutes, now, historySince: start === null ? null : Date.parse(start) });
}

/** Messages of stations at the same place are sent together. */
function siteOf(name: string, orgId: number, location: string): string {
  return location.trim() === "" ? name : `${orgId} ${location.trim().toLowerCase()}`;
}
