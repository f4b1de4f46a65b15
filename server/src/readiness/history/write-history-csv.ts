import { SECOND_MS } from "@groundcrew/shared/lib";
import { readinessTitle, timeKindLabels, type HistoryEntry } from "@groundcrew/shared/readiness";
import type { StationType } from "@groundcrew/shared/telemetry";
import type { Db } from "../../platform/db/index.ts";
import type { CsvColumns } from "../../platform/http/index.ts";
import { pastOf, readChanges, readRecorded, type Asked } from "./read-history.ts";

/** The columns of the history of a station of a type. The current entry has no end. */
export function historyColumns(stationType: StationType, now: number): CsvColumns<HistoryEntry> {
  return [
    ["From", ({ from }) => from],
    ["To", ({ until }) => until],
    [
      "Seconds",
      ({ from, until }) => Math.round(((until === null ? now : Date.parse(until)) - Date.parse(from)) / SECOND_MS),
    ],
    ["State", ({ kind }) => timeKindLabels[kind]],
    ["Reasons", ({ reasons }) => reasons.map((reason) => readinessTitle(reason, stationType)).join("; ")],
  ];
}

/** Changes that are read at a time. */
const PAGE = 500;

/** The history of a station in a range, newest first, in pages. */
export async function* historyPages(db: Db, asked: Asked): AsyncGenerator<readonly HistoryEntry[]> {
  const range = pastOf(asked);
  const recorded = await readRecorded(db, range, asked.now);
  for (let until: number | null = range.until; until !== null;) {
    const page = { ...asked, range: { from: range.from, until }, size: PAGE };
    const { changes, next } = await readChanges(db, page, recorded);
    yield changes;
    until = next === null ? null : Date.parse(next);
  }
}
