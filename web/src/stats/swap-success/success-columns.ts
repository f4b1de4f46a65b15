import { countText, DAY_MS, HOUR_MS, SECOND_MS, WEEK_MS, wholeNumber } from "@groundcrew/shared/lib";
import {
  ATTEMPTS_FOR_RATE,
  attemptsIn,
  likelyText,
  rangeText,
  rateText,
  successRange,
  successRate,
  type SwapCounts,
  type SwapSpan,
  type SwapSuccess,
} from "@groundcrew/shared/swap-attempts";

export const SPAN_MS = { hour: HOUR_MS, day: DAY_MS, week: WEEK_MS } as const;

/**
 * Attempts over time as columns of the chart, one for each span: the time in seconds, rates and ranges in percent, and failures. A rate of too few
 * attempts is in `fewRates` instead.
 */
export type SuccessColumns = {
  times: number[];
  counts: SwapCounts[];
  rates: (number | null)[];
  fewRates: (number | null)[];
  from: (number | null)[];
  to: (number | null)[];
  failed: number[];
};

/** A version of firmware that was introduced in a period: when its first span begins (s), and at how many stations it was. */
export type FirmwareMark = { firmware: string; time: number; stations: number };

/** The versions of firmware that were introduced in a period, oldest first. */
export function firmwareMarks({
  firmware,
  from,
  span,
}: Pick<SwapSuccess, "firmware" | "from" | "span">): FirmwareMark[] {
  const first = firstOf(Date.parse(from), span);
  const spanStart = (time: number) => first + Math.floor((time - first) / SPAN_MS[span]) * SPAN_MS[span];
  const marks = firmware.flatMap(({ firmware: name, introduced }) =>
    introduced
      ? [{ firmware: name, time: spanStart(Date.parse(introduced.since)) / SECOND_MS, stations: introduced.stations }]
      : [],
  );
  return marks.toSorted((a, b) => a.time - b.time);
}

/** "Firmware 1.4.3 at 34 stations". */
export function markText({ firmware, stations }: Omit<FirmwareMark, "time">): string {
  return `Firmware ${firmware} at ${countText(stations, "station")}`;
}

const NONE: SwapCounts = { succeeded: 0, with_errors: 0, failed: 0 };

export function successColumns({ from, to, span, series }: Pick<SwapSuccess, "from" | "to" | "span" | "series">) {
  const byTime = new Map(series.map((one) => [Date.parse(one.time), one]));
  const columns: SuccessColumns = { times: [], counts: [], rates: [], fewRates: [], from: [], to: [], failed: [] };
  for (let time = firstOf(Date.parse(from), span); time < Date.parse(to); time += SPAN_MS[span]) {
    const counts: SwapCounts = byTime.get(time) ?? NONE;
    const rate = successRate(counts);
    const isFew = attemptsIn(counts) < ATTEMPTS_FOR_RATE;
    const range = successRange(counts);
    columns.times.push(time / SECOND_MS);
    columns.counts.push(counts);
    columns.rates.push(rate === null || isFew ? null : rate * 100);
    columns.fewRates.push(rate !== null && isFew ? rate * 100 : null);
    columns.from.push(isFew ? null : range.from * 100);
    columns.to.push(isFew ? null : range.to * 100);
    columns.failed.push(counts.failed);
  }
  return columns;
}

/** Weeks begin on Monday. */
function firstOf(from: number, span: SwapSpan): number {
  if (span !== "week") return from;
  return from - ((new Date(from).getUTCDay() + 6) % 7) * DAY_MS;
}

const AXIS_STEP = 5;
/** The axis begins no higher than this, so that small differences do not look like large ones. */
const AXIS_MAX = 95;

/** Where the axis of rates begins, in percent. */
export function axisStart({ rates, fewRates, from }: SuccessColumns): number {
  const least = Math.min(AXIS_MAX, ...[...rates, ...fewRates, ...from].filter((value) => value !== null));
  return Math.floor(least / AXIS_STEP) * AXIS_STEP;
}

/** The texts of a point; dashes where there is none. */
export function pointTexts({ times, counts }: SuccessColumns, span: SwapSpan, index: number) {
  const time = times[index];
  const at = counts[index];
  if (time === undefined || !at) return { time: "–", rate: "–", likely: "–", attempts: "–", failed: "–" };
  const rate = rateText(at);
  return {
    time: spanText(time * SECOND_MS, span),
    rate: rate ?? "–",
    likely: rate === null ? "–" : rangeText(at),
    attempts: wholeNumber(attemptsIn(at)),
    failed: wholeNumber(at.failed),
  };
}

/** A point as a sentence for screen readers. */
export function pointSentence({ times, counts }: SuccessColumns, span: SwapSpan, index: number): string {
  const at = counts[index] ?? NONE;
  const attempts = attemptsIn(at);
  const rate = likelyText(at).replace(/\.$/, "");
  const counted = attempts === 0 ? "" : `. ${countText(attempts, "attempt")}, ${wholeNumber(at.failed)} failed`;
  return `${spanText((times[index] ?? 0) * SECOND_MS, span)}: ${rate}${counted}`;
}

export const spanNames = { hour: "Hour", day: "Day", week: "Week of" } as const;

/** The start of a span in UTC, as its name displays it. */
function spanText(ms: number, span: SwapSpan): string {
  const text = new Date(ms).toISOString();
  return span === "hour" ? `${text.slice(0, 10)} ${text.slice(11, 16)}` : text.slice(0, 10);
}
