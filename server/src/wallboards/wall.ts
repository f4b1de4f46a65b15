import { compileScope } from "@groundcrew/shared/alerts";
import { statedFigures } from "@groundcrew/shared/availability";
import type { Brand } from "@groundcrew/shared/brand";
import { ReadyJson } from "@groundcrew/shared/contract";
import type { Timestamp } from "@groundcrew/shared/lib";
import { rowOfReadiness, sumSeconds } from "@groundcrew/shared/readiness";
import {
  countReadiness,
  firstByReadiness,
  readCoordinates,
  readinessPart,
  type ReadinessPart,
} from "@groundcrew/shared/stations";
import { sumOfAttempts, type SwapCounts } from "@groundcrew/shared/swap-attempts";
import {
  wall,
  wallReasonText,
  WALL_ROWS,
  type Wall,
  type WallPoint,
  type WallRow,
} from "@groundcrew/shared/wallboards";
import type { MonthSums } from "../availability/index.ts";
import { digest, type Board, type BoardEntry } from "../stations/index.ts";
import type { CountedSwaps, Figures } from "./figures.ts";
import type { ShownWallboard } from "./shown-wallboard.ts";

type Options = { board: Board; figures: Figures; brand: Brand; now: () => number };

const PROBLEMS: ReadonlySet<ReadinessPart | null> = new Set(["not_ready", "limited", "unknown"]);

/** A station on a wallboard. */
type Shown = Pick<BoardEntry, "name"> & { entry: BoardEntry; readiness: ReturnType<typeof rowOfReadiness> | null };

/**
 * All that a wallboard shows now: its stations as they are on the board, and figures that are kept for some minutes. Wallboards with the same settings,
 * and all screens of one, share the JSON that was made in the last seconds.
 */
export function wallOf(options: Options, shown: ShownWallboard): Promise<ReadyJson> {
  const { name, pages, turn_s, theme, ends, view } = shown.wallboard;
  const key = JSON.stringify([shown.orgId, name, pages, turn_s, theme, ends, view]);
  return options.figures.reply(
    key,
    async () => new ReadyJson(JSON.stringify(wall.parse(await makeWall(options, shown)))),
  );
}

async function makeWall({ board, figures, brand, now }: Options, shown: ShownWallboard): Promise<Wall> {
  const { wallboard, scope } = shown;
  const { name, pages, turn_s, theme, ends, view } = wallboard;
  const stations = stationsOf(board, shown, brand);
  const members = view === null ? null : new Set(stations.map((station) => station.name));
  const hasView = members !== null;
  const [swaps, month, hours] = await Promise.all([
    figures.swaps(scope, hasView),
    pages.includes("month") ? figures.month(scope) : null,
    figures.hours(
      scope,
      view,
      stations.map((station) => station.name),
    ),
  ]);
  const today = countsOf(swaps.today, members);
  const at = now();
  return {
    name,
    pages,
    turn_s,
    theme,
    ends,
    product: brand.product,
    counts: countReadiness(stations),
    rows: rowsOf(stations, at),
    newest_not_ready: newestNotReady(stations),
    hours,
    swaps: { today: today.succeeded + today.with_errors, day: countsOf(swaps.day, members) },
    map: pages.includes("map") ? mapOf(stations) : null,
    month: month && monthOf(month, stations, members),
  };
}

/** The stations in service that a wallboard shows, by name. Mocked ones are in none. */
function stationsOf(board: Board, { wallboard, orgId, isProvider, scope }: ShownWallboard, brand: Brand): Shown[] {
  const { view } = wallboard;
  const isShown = compileScope(
    {
      scope: view === null ? { kind: "all" } : { kind: "view", query: view, name: null },
      org_id: orgId,
      isProvider,
      members: null,
    },
    brand,
  );
  return board.list({ orgId: scope.orgId, admin: false }).flatMap(({ entry }) => {
    const { name, readiness } = entry;
    if (!isShown(entry.facts)) return [];
    return { name, entry, readiness: readiness && rowOfReadiness(readiness.readiness) };
  });
}

/** Since when the last station to become not ready is so; null if none is. */
function newestNotReady(stations: readonly Shown[]): Timestamp | null {
  let newest: Timestamp | null = null;
  for (const { readiness } of stations) {
    if (readiness === null || readinessPart({ readiness }) !== "not_ready") continue;
    if (newest === null || readiness.since > newest) newest = readiness.since;
  }
  return newest;
}

function keyOf({ name }: Pick<Shown, "name">): number {
  return digest(name);
}

function labelOf({ entry: { facts } }: Shown) {
  return { serial: facts.serial_number || facts.name, place: facts.location_deployment };
}

function rowsOf(stations: readonly Shown[], now: number): WallRow[] {
  const problems = stations.filter((station) => PROBLEMS.has(readinessPart(station)));
  return firstByReadiness(problems, WALL_ROWS).flatMap((station) => {
    const { readiness } = station;
    if (readiness === null) return [];
    const { state, since, reasons } = readiness;
    const reason = reasons[0] ? wallReasonText(reasons[0], station.entry.facts.station_type, now) : "";
    return Object.assign(labelOf(station), { key: keyOf(station), state, reason, since });
  });
}

function mapOf(stations: readonly Shown[]): Wall["map"] {
  const points = stations.flatMap((station): WallPoint[] => {
    const { snapshot, isUp } = station.entry;
    const at = readCoordinates(snapshot.gps_location) ?? readCoordinates(snapshot.location);
    if (at === null) return [];
    const state = readinessPart(station);
    const label = state === "not_ready" ? labelOf(station) : null;
    return [{ key: keyOf(station), lat: rounded(at.lat), lng: rounded(at.lng), state, is_online: isUp, label }];
  });
  return { points, unlocated: stations.length - points.length };
}

/** To some ten metres. */
function rounded(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}

/** The attempts in a period: all, or those of some stations. */
function countsOf(counted: CountedSwaps, members: ReadonlySet<string> | null): SwapCounts {
  return sumOfAttempts(members === null ? counted : counted.filter(({ station = "" }) => members.has(station)));
}

function monthOf(
  { month, days, stations: all, swaps }: MonthSums,
  shown: readonly Shown[],
  members: ReadonlySet<string> | null,
): Wall["month"] {
  const stations = members === null ? all : all.filter(({ station }) => members.has(station));
  return {
    month,
    total: sumSeconds(stations),
    days: members === null ? days : null,
    swaps: countsOf(swaps, members),
    lowest: lowestOf(stations, shown),
  };
}

/** Those that are shown now with the least availability, of those that have any loss and were recorded for at least half of the time. */
function lowestOf(stations: MonthSums["stations"], shown: readonly Shown[]): NonNullable<Wall["month"]>["lowest"] {
  const byName = new Map(shown.map((station) => [station.name, station]));
  return stations
    .flatMap((reported) => {
      const { availability } = statedFigures(reported);
      const station = byName.get(reported.station);
      if (availability === null || availability === WHOLE || !station) return [];
      return Object.assign(labelOf(station), { key: keyOf(station), availability });
    })
    .sort((a, b) => a.availability - b.availability || a.key - b.key)
    .slice(0, WALL_ROWS);
}

/** All of it, in hundredths of a percent. */
const WHOLE = 10_000;
