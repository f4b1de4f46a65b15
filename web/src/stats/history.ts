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
  getStationHistory,
  rangeStart,
  type HistoryRange,
} from "@groundcrew/shared/stats";
import type { StationType } from "@groundcrew/shared/telemetry";
import { dateText, momentText, wholeNumber } from "../lib/index.ts";
import { type CalendarDate } from "@groundcrew/shared/lib";
import { call } from "../data/api/index.ts";
import { serverNow } from "../data/clock/index.ts";
import { useServerValue } from "../data/index.ts";

/** A history as columns of the chart: times in seconds, and the values of each series. */
export type HistoryColumns = {
  times: number[];
  swaps: number[];
  errors: number[];
  door: (number | null)[];
  pad: (number | null)[];
  online: (number | null)[];
};

/** The columns of a list of points. The state at the last one continues until `untilS`, where the chart ends. */
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

/** The texts of a point, one for each series. */
export type PointTexts = { time: string; swaps: string; errors: string; door: string; pad: string; online: string };

const NO_POINT: PointTexts = { time: "–", swaps: "–", errors: "–", door: "–", pad: "–", online: "–" };

/** The texts of one point; dashes where there is none. */
export function pointTexts(columns: HistoryColumns, index: number | null): PointTexts {
  const time = index === null ? undefined : columns.times[index];
  if (index === null || time === undefined) return NO_POINT;
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

/** A point as a sentence for screen readers. */
export function pointSentence(texts: PointTexts, type: StationType): string {
  const labels = seriesLabels(type);
  const { time, swaps, errors, door, pad, online } = texts;
  const states = [`${labels.door} ${door}`, `${labels.pad} ${pad}`, `${labels.online} ${online}`].join(", ");
  return `${time}: ${labels.swaps} ${swaps}, ${labels.errors} ${errors}, ${states}`;
}

/** The chart as a sentence for screen readers. */
export function historySentence(points: readonly HistoryPoint[], start: RangeStart): string {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return "No activity.";
  const { swaps, errors } = totalTexts(rangeTotals(points, start));
  const from = momentText(first.time * 1_000);
  const to = momentText(last.time * 1_000);
  return `From ${from} to ${to}: ${swaps} ${swaps === "1" ? "swap" : "swaps"} and ${errors} ${errors === "1" ? "error" : "errors"}.`;
}

/** The totals of a range as text; a dash where the count at its start is unknown. */
export function totalTexts({ swaps, errors }: RangeTotals): { swaps: string; errors: string } {
  const text = (count: number | null) => (count === null ? "–" : wholeNumber(count));
  return { swaps: text(swaps), errors: text(errors) };
}

/** The day on which the history begins, if the range begins earlier; otherwise null. */
export function historyStartText(points: readonly HistoryPoint[], start: Pick<RangeStart, "startS">): string | null {
  const startS = historyBegins(points, start);
  return startS === null ? null : `since ${dateText(startS * 1_000)}`;
}

/** The point selected by a press at `time` (s): the nearest one with new errors within `maxDistanceS`, otherwise the nearest of all. */
export function pressedPoint(columns: HistoryColumns, time: number, maxDistanceS: number): number | null {
  const { times, errors } = columns;
  let nearest: number | null = null;
  let nearestError: number | null = null;
  const distance = (index: number | null) => (index === null ? Infinity : Math.abs((times[index] ?? 0) - time));
  for (const index of times.keys()) {
    if (distance(index) < distance(nearest)) nearest = index;
    if (hasErrors(errors, index) && distance(index) <= maxDistanceS && distance(index) < distance(nearestError))
      nearestError = index;
  }
  return nearestError ?? nearest;
}

/** The nearest point with new errors after `index`, or before it with a step of -1; null if there is none. */
export function nextErrorPoint({ errors }: HistoryColumns, index: number, step: 1 | -1): number | null {
  for (let next = index + step; next > 0 && next < errors.length; next += step) {
    if (hasErrors(errors, next)) return next;
  }
  return null;
}

function hasErrors(errors: readonly number[], index: number): boolean {
  return index > 0 && (errors[index] ?? 0) > (errors[index - 1] ?? 0);
}

/**
 * The scale of the swaps for the visible range of values. It starts at 0, unless the range adds so little to the total that the line would
 * be flat.
 */
export function swapScale(min: number, max: number): [number, number] {
  const margin = Math.max(1, max - min) * 0.05;
  const isFlat = min > max / 2;
  return [isFlat ? Math.floor(Math.max(0, min - margin)) : 0, Math.max(1, max + margin)];
}

type HistoryOptions = { name: string; shipped: CalendarDate | null; range: HistoryRange };

/** The points of a range with its start and end (s); the start of a lifetime is null. */
export type History = { range: HistoryRange; points: HistoryPoint[]; startS: number | null; endS: number };

/** A station's history over a range that ends now, reloaded every minute. */
export function useHistory({ name, shipped, range }: HistoryOptions) {
  const params = { station: name };
  return useServerValue(
    getStationHistory,
    { params, query: {} },
    {
      nameInCache: { shipped, range },
      load: async ({ signal }): Promise<History> => {
        const now = serverNow();
        const start = rangeStart(range, shipped, now);
        const after = start === null ? {} : { filter_after: new Date(start).toISOString() };
        const request = { params, query: { ...after, include_online: true } };
        const { body: points } = await call(getStationHistory, request, { signal });
        return { range, points, startS: start === null ? null : start / 1_000, endS: now / 1_000 };
      },
      // The old range stays until the new one is loaded.
      keepsPrevious: true,
    },
  );
}
