import { inUnits, SECOND_MS, zonedTimestamp } from "@groundcrew/shared/lib";
import { readinessTitle, timeKindLabels, type HistoryEntry } from "@groundcrew/shared/readiness";
import type { Preferences } from "@groundcrew/shared/sessions";
import type { Db } from "../../platform/db/index.ts";
import type { BoardEntry } from "../../stations/index.ts";
import { findTimeZone } from "./change-queries.ts";
import type { CsvColumns } from "../../platform/http/index.ts";
import { readChanges, readRecorded, untilNow, type Asked } from "./read-history.ts";

/** Changes that are read at once. */
const AT_ONCE = 500;

type Reader = Pick<Preferences, "time_zone" | "units"> & { now: number };

/**
 * The columns of the history of a station. The current entry has no end. Times are in UTC, or have the offset of a zone for someone who reads
 * them in that of the station.
 */
export async function historyColumns(
  db: Db,
  { name, facts: { station_type: stationType } }: Pick<BoardEntry, "name" | "facts">,
  { time_zone, units, now }: Reader,
): Promise<CsvColumns<HistoryEntry>> {
  const zone = time_zone === "station" ? await findTimeZone(db, name) : null;
  return [
    ["From", ({ from }) => zonedTimestamp(from, zone)],
    ["To", ({ until }) => until && zonedTimestamp(until, zone)],
    [
      "Seconds",
      ({ from, until }) => Math.round(((until === null ? now : Date.parse(until)) - Date.parse(from)) / SECOND_MS),
    ],
    ["State", ({ kind }) => timeKindLabels[kind]],
    [
      "Reasons",
      ({ reasons }) => reasons.map((reason) => inUnits(readinessTitle(reason, stationType), units)).join("; "),
    ],
  ];
}

/** The history of a station in a range, newest first, in pages. */
export async function* historyPages(db: Db, asked: Asked): AsyncGenerator<readonly HistoryEntry[]> {
  const { from, until } = untilNow(asked);
  const recorded = await readRecorded(db, { from, until }, asked.now);
  for (let end: number | null = until; end !== null;) {
    const page = { ...asked, range: { from, until: end } };
    const { changes, next } = await readChanges(db, page, { recorded, limit: AT_ONCE });
    yield changes;
    end = next === null ? null : Date.parse(next);
  }
}
