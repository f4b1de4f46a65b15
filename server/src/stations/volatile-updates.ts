import { namesHash, type VolatileUpdate } from "@groundcrew/shared/stations";
import { LRUCache } from "lru-cache";
import { bodyPart, type BodyPart } from "../http/index.ts";
import { type Board, listKey, type View } from "./board.ts";
import type { Entry } from "./entry.ts";
import { readingsIn, type StationReadings } from "./row-text.ts";

/** How old a cached update may be (ms): clients that refresh at about the same time get the same one. */
const MAX_AGE_MS = 200;
/** Clients that ask for changes since times within this (ms) get the same update; it covers the earliest of them. */
const SINCE_STEP_MS = 60_000;
const CACHED_UPDATES = 16;

/** Times are this much earlier at most (ms), which takes two digits less for each; the console shows seconds. */
const TIME_STEP_MS = 100;

/** Which readings an update has. A brief one has no columns but those that change the list. */
export type Readings = "all" | "brief" | "none";
type UpdateOptions = { since: number; readings: Readings };

/** No part when nothing has changed. Everything up to the board's `version` of the view, at the time `at` (ms), is in it. */
type CachedUpdate = { part: BodyPart | null; version: number; at: number; membership: number };

type VolatileUpdates = (view: View, options: UpdateOptions) => CachedUpdate;

const byBoard = new WeakMap<Board, VolatileUpdates>();

/**
 * Updates of volatile fields as one item of a list, made once for all clients of a view that ask at about the same time: those of a board
 * are the same for every caller.
 */
export function volatileUpdates(board: Board): VolatileUpdates {
  const updates = byBoard.get(board) ?? updatesFrom(board);
  byBoard.set(board, updates);
  return updates;
}

function updatesFrom(board: Board): VolatileUpdates {
  const cache = new LRUCache<string, CachedUpdate>({ max: CACHED_UPDATES });
  const reports = new WeakMap<Entry, Report>();

  function reportOf(entry: Entry): Report {
    const report = reports.get(entry) ?? reportIn(entry);
    reports.set(entry, report);
    return report;
  }

  /** The update since a time (ms), or since a little earlier. */
  return function volatileUpdate(view, { since, readings }) {
    const from = Math.floor(since / SINCE_STEP_MS) * SINCE_STEP_MS;
    const key = `${listKey(view)} ${readings} ${from}`;
    const known = cache.get(key);
    const [at, membership] = [board.now(), board.membership()];
    if (known && at - known.at < MAX_AGE_MS && known.membership === membership) return known;
    const entries = board.changedEntries(view, from);
    const names = board.list(view).map(({ entry }) => entry.name);
    const item = toColumns(entries, { at, names, reports: entries.map(reportOf), readings });
    const update = {
      part: entries.length === 0 ? null : bodyPart(JSON.stringify(item)),
      version: board.version(view),
      at,
      membership,
    };
    cache.set(key, update);
    return update;
  };
}

/** What a station last reported; its times of contact in ms. */
type Report = StationReadings & { active: number | null; online: number | null; telemetry: number | null };

function reportIn({ state, parts }: Entry): Report {
  const active = timeOf(state.last_active);
  // Usually all three are the same, and parsing a time is slow.
  const time = (text: string | null) => (text === state.last_active ? active : timeOf(text));
  return {
    active,
    online: time(state.last_online),
    telemetry: time(state.last_telemetry),
    ...readingsIn(parts.telemetry),
  };
}

function timeOf(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}

type ColumnOptions = { at: number; names: readonly string[]; reports: readonly Report[]; readings: Readings };

function toColumns(entries: readonly Entry[], { at, names, reports, readings }: ColumnOptions): VolatileUpdate {
  const isBrief = readings === "brief";
  const ago = (time: number | null) => (time === null ? null : Math.ceil((at - time) / TIME_STEP_MS) * TIME_STEP_MS);
  const hasReadings = readings !== "none";
  return {
    volatile: {
      at: new Date(at).toISOString(),
      names_hash: namesHash(names),
      skipped: skippedBetween(entries, names),
      last_active: reports.map(({ active }) => ago(active)),
      last_online: reports.map(({ online }) => ago(online)),
      last_telemetry: reports.map(({ telemetry }) => ago(telemetry)),
      ...(!isBrief && { clock_skew_ms: entries.map(({ state }) => state.clock_skew_ms) }),
      ...(hasReadings && { internal_temperature: reports.map(({ temperature }) => temperature) }),
      ...(hasReadings &&
        !isBrief && {
          station_uptime: reports.map(({ uptime }) => uptime),
          currents: reports.map(({ currents }) => currents),
        }),
    },
  };
}

/** How many of all names are before each entry and after the entry before it. */
function skippedBetween(entries: readonly Entry[], names: readonly string[]): number[] {
  let next = 0;
  return entries.map(({ name }) => {
    const from = next;
    while (next < names.length && names[next] !== name) next++;
    next++;
    return next - 1 - from;
  });
}
