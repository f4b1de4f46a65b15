import { namesHash, type VolatileUpdate } from "@groundcrew/shared/stations";
import { LRUCache } from "lru-cache";
import { BodyPart } from "../../platform/http/index.ts";
import type { Board } from "../board/board.ts";
import { listKey, type View } from "../board/view.ts";
import { reportOf, type Entry } from "../board/entry.ts";

/** How old a cached update may be (ms): clients that refresh at about the same time get the same one. */
const MAX_AGE_MS = 200;
/** Clients that ask for changes since times within this (ms) get the same update; it covers the earliest of them. */
const SINCE_STEP_MS = 60_000;
const CACHED_UPDATES = 16;
const CACHED_LISTS = 16;

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
  const lists = new LRUCache<string, Names & { membership: number }>({ max: CACHED_LISTS });

  function namesIn(view: View): Names {
    const membership = board.membership();
    const known = lists.get(listKey(view));
    if (known?.membership === membership) return known;
    const names = board.list(view).map(({ entry }) => entry.name);
    const found = { membership, names, hash: namesHash(names) };
    lists.set(listKey(view), found);
    return found;
  }

  /** The update since a time (ms), or since a little earlier. */
  return function volatileUpdate(view, { since, readings }) {
    const from = Math.floor(since / SINCE_STEP_MS) * SINCE_STEP_MS;
    const key = `${listKey(view)} ${readings} ${from}`;
    const recent = cache.get(key);
    const [at, membership] = [board.now(), board.membership()];
    if (recent && at - recent.at < MAX_AGE_MS && recent.membership === membership) return recent;
    const entries = board.changedEntries(view, from);
    const text = entries.length === 0 ? null : inColumns(entries, { at, list: namesIn(view), readings });
    const update = { part: text === null ? null : new BodyPart(text), version: board.version(view), at, membership };
    cache.set(key, update);
    return update;
  };
}

/** The names of a list in order, and their hash. */
type Names = { names: readonly string[]; hash: number };

type ColumnOptions = { at: number; list: Names; readings: Readings };

/** A `VolatileUpdate` as JSON. In one pass, because most entries are not in the cache of the CPU. */
function inColumns(entries: readonly Entry[], { at, list, readings }: ColumnOptions): string {
  const ago = (time: number | null) => (time === null ? null : Math.ceil((at - time) / TIME_STEP_MS) * TIME_STEP_MS);
  const columns = emptyColumns();
  /** JSON already: writing thousands of short arrays takes as long as writing all other columns. */
  const currents: string[] = [];
  let position = 0;
  for (const entry of entries) {
    const report = reportOf(entry);
    const from = position;
    while (position < list.names.length && list.names[position] !== entry.name) position++;
    columns.skipped.push(position - from);
    position++;
    columns.last_active.push(ago(report.active));
    columns.last_online.push(ago(report.online));
    columns.last_telemetry.push(ago(report.telemetry));
    columns.clock_skew_ms.push(entry.state.clock_skew_ms);
    columns.internal_temperature.push(report.temperature);
    columns.station_uptime.push(report.uptime);
    currents.push(report.currents);
  }
  const { clock_skew_ms, internal_temperature, station_uptime, ...times } = columns;
  const written = JSON.stringify({
    at: new Date(at).toISOString(),
    names_hash: list.hash,
    ...times,
    ...(readings !== "brief" && { clock_skew_ms }),
    ...(readings !== "none" && { internal_temperature }),
    ...(readings === "all" && { station_uptime }),
  } satisfies VolatileUpdate["volatile"]);
  const last = readings === "all" ? `,"currents":[${currents.join()}]` : "";
  return `{"volatile":${written.slice(0, -1)}${last}}}`;
}

type Column = (number | null)[];

type Columns = { skipped: number[] } & Record<
  "last_active" | "last_online" | "last_telemetry" | "clock_skew_ms" | "internal_temperature" | "station_uptime",
  Column
>;

function emptyColumns(): Columns {
  return {
    skipped: [],
    last_active: [],
    last_online: [],
    last_telemetry: [],
    clock_skew_ms: [],
    internal_temperature: [],
    station_uptime: [],
  };
}
