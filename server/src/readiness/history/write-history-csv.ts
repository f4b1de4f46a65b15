import { SECOND_MS } from "@groundcrew/shared/lib";
import { readinessTitle, timeKindLabels, type HistoryEntry } from "@groundcrew/shared/readiness";
import type { StationType } from "@groundcrew/shared/telemetry";
import type { Db } from "../../platform/db/index.ts";
import type { CsvColumns } from "../../platform/http/index.ts";
import { readChanges, readRecorded, untilNow, type Asked } from "./read-history.ts";

/** Changes that are read at once. */
const AT_ONCE = 500;

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
