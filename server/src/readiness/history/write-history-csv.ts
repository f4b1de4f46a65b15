import { SECOND_MS } from "@groundcrew/shared/lib";
import { readinessTitle, timeKindLabels, type HistoryEntry } from "@groundcrew/shared/readiness";
import type { StationType } from "@groundcrew/shared/telemetry";
import type { Db } from "../../platform/db/index.ts";
import type { CsvColumns } from "../../platform/http/index.ts";
import { readHistory, type Asked } from "./read-history.ts";

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
  for (let until: number | null = asked.range.until; until !== null;) {
    const { history, next } = await readHistory(db, { ...asked, range: { from: asked.range.from, until } });
    yield history.changes;
    until = next === null ? null : Date.parse(next);
  }
}
