import {
  doorReading,
  onlineReading,
  historyBegins,
  padReading,
  rangeTotals,
  seriesLabels,
  type HistoryPoint,
  type RangeStart,
  type RangeTotals,
} from "@groundcrew/shared/stats";
import type { StationType } from "@groundcrew/shared/telemetry";
import { momentText, wholeNumber } from "../lib/index.ts";

/** A history as the chart takes it: a column of times in seconds, and one of each series. */
export type HistoryColumns = {
  times: number[];
  swaps: number[];
  errors: number[];
  door: (number | null)[];
  pad: (number | null)[];
  online: (number | null)[];
};

/** The columns of some points. What held at the last of them holds until `untilS`, where the chart ends. */
export function historyColumns(points: readonly HistoryPoint[], untilS: number): HistoryColumns {
  const last = points.at(-1);
  const all = last && last.time < untilS ? [...points, { ...last, time: untilS }] : points;
  return {
    times: all.map(({ time }) => time),
    swaps: all.map(({ swaps_performed }) => swaps_performed),
    errors: all.map(({ error_count }) => error_count),
    door: all.map(({ door }) => doorReading(door)),
    pad: all.map(({ pad }) => padReading(pad)),
    online: all.map(({ online }) => onlineReading(online)),
  };
}

/** What a point of the chart says, a text for each series. */
export type PointTexts = { time: string; swaps: string; errors: string; door: string; pad: string; online: string };

const NOTHING: PointTexts = { time: "–", swaps: "–", errors: "–", door: "–", pad: "–", online: "–" };

/** The texts of one point; dashes where there is none. */
export function pointTexts(columns: HistoryColumns, index: number | null): PointTexts {
  const time = index === null ? undefined : columns.times[index];
  if (index === null || time === undefined) return NOTHING;
  return {
    time: momentText(time * 1_000),
    swaps: wholeNumber(columns.swaps[index] ?? 0),
    errors: wholeNumber(columns.errors[index] ?? 0),
    door: stateText(columns.door[index], ["open", "closed"]),
    pad: stateText(columns.pad[index], ["empty", "occupied"]),
    online: stateText(columns.online[index], ["no", "yes"]),
  };
}

function stateText(reading: number | null | undefined, [zero, one]: [string, string]): string {
  if (reading === null || reading === undefined) return "unknown";
  return reading === 1 ? one : zero;
}

/** What a point says, as one sentence for who cannot see the chart. */
export function pointSentence(texts: PointTexts, type: StationType): string {
  const labels = seriesLabels(type);
  const { time, swaps, errors, door, pad, online } = texts;
  const states = [`${labels.door} ${door}`, `${labels.pad} ${pad}`, `${labels.online} ${online}`].join(", ");
  return `${time}: ${labels.swaps} ${swaps}, ${labels.errors} ${errors}, ${states}`;
}

/** What the whole chart shows, in words. */
export function historySentence(points: readonly HistoryPoint[], start: RangeStart): string {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return "No activity.";
  const { swaps, errors } = totalTexts(rangeTotals(points, start));
  const from = momentText(first.time * 1_000);
  const to = momentText(last.time * 1_000);
  return `From ${from} to ${to}: ${swaps} ${swaps === "1" ? "swap" : "swaps"} and ${errors} ${errors === "1" ? "error" : "errors"}.`;
}

/** The totals of a range as text; dashes where the count at its start is not known. */
export function totalTexts({ swaps, errors }: RangeTotals): { swaps: string; errors: string } {
  const text = (count: number | null) => (count === null ? "–" : wholeNumber(count));
  return { swaps: text(swaps), errors: text(errors) };
}

/** Says from which day on there is a history, when the range began earlier; null otherwise. */
export function beginsText(points: readonly HistoryPoint[], start: Pick<RangeStart, "startS">): string | null {
  const begins = historyBegins(points, start);
  return begins === null ? null : `since ${momentText(begins * 1_000).slice(0, "2026-01-01".length)}`;
}

/**
 * The point someone means who presses the chart at `time` (s): the nearest one at which errors were counted, if there is
 * one within `reachS`, else the nearest of all.
 */
export function pressedPoint(columns: HistoryColumns, time: number, reachS: number): number | null {
  const { times, errors } = columns;
  let nearest: number | null = null;
  let nearestError: number | null = null;
  const distance = (index: number | null) => (index === null ? Infinity : Math.abs((times[index] ?? 0) - time));
  for (const index of times.keys()) {
    if (distance(index) < distance(nearest)) nearest = index;
    if (hasErrors(errors, index) && distance(index) <= reachS && distance(index) < distance(nearestError))
      nearestError = index;
  }
  return nearestError ?? nearest;
}

/** The nearest point after (or, with a step of -1, before) `index` at which errors were counted; null without one. */
export function nextErrorPoint({ errors }: HistoryColumns, index: number, step: 1 | -1): number | null {
  for (let at = index + step; at > 0 && at < errors.length; at += step) {
    if (hasErrors(errors, at)) return at;
  }
  return null;
}

function hasErrors(errors: readonly number[], index: number): boolean {
  return index > 0 && (errors[index] ?? 0) > (errors[index - 1] ?? 0);
}

/**
 * The scale of the swaps, from the least to the most in view: it begins at 0, unless the range adds so little to the total
 * that its line would be flat.
 */
export function swapScale(least: number, most: number): [number, number] {
  const room = Math.max(1, most - least) * 0.05;
  const isFlat = least > most / 2;
  return [isFlat ? Math.floor(Math.max(0, least - room)) : 0, Math.max(1, most + room)];
}
