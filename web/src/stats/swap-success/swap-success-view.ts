import { calendarDate, DAY_MS, HOUR_MS, type CalendarDate } from "@groundcrew/shared/lib";
import { tagName } from "@groundcrew/shared/sites";
import { SWAP_DAYS_MAX, swapSort, type SwapSpan } from "@groundcrew/shared/swap-attempts";
import { stationType } from "@groundcrew/shared/telemetry";
import { checked, choice, id, kept, order, sentAs, text, unsent, viewOf, type ValuesOf } from "@groundcrew/shared/view";
import { rangeProblem } from "../day-range.ts";

const DAYS = { "7d": 7, "30d": 30, "90d": 90, year: 365 } as const;

export const rangeLabels = {
  "24h": "24h",
  "7d": "7d",
  "30d": "30d",
  "90d": "90d",
  year: "Year",
  custom: "Custom…",
} as const;
export type SwapRange = keyof typeof rangeLabels;

/** The properties that attempts are compared by. */
export const byLabels = { type: "Type", firmware: "Firmware", organization: "Organization" } as const;
export type ComparedBy = keyof typeof byLabels;

/** The settings of the page. `day` is the first day of a point of the chart, to whose time the figures are limited. */
export const swapSuccessView = viewOf("sw", {
  t: unsent(order(["24h", "7d", "30d", "90d", "year", "custom"], "30d")),
  from: kept(unsent(checked(calendarDate))),
  to: kept(unsent(checked(calendarDate))),
  org: sentAs("org_id", id()),
  site: id(),
  tag: checked(tagName),
  type: sentAs("station_type", choice(stationType.options)),
  fw: sentAs("firmware", text(200)),
  by: unsent(order(["type", "firmware", "organization"], "firmware")),
  sort: order(swapSort.options, "worst"),
  day: kept(unsent(checked(calendarDate))),
});
export type SwapSuccessView = ValuesOf<typeof swapSuccessView>;

/** The first and the last day (UTC); null for the last 24 hours. */
type Days = { from: CalendarDate; to: CalendarDate } | null;

/** The days of a view at `now` (ms). A custom range that cannot be is that of 30 days. */
export function daysOf({ t, from, to }: Pick<SwapSuccessView, "t" | "from" | "to">, now: number): Days {
  if (t === "24h") return null;
  if (t === "custom" && rangeProblem({ from, to }, SWAP_DAYS_MAX) === null) return { from, to };
  return { from: dayOf(now - (DAYS[t === "custom" ? "30d" : t] - 1) * DAY_MS), to: dayOf(now) };
}

/** The days of the point of a chart that begins on a day: the day itself, or its week, as far as it is in the range. */
export function daysOfPoint(day: CalendarDate, span: SwapSpan, days: Days): NonNullable<Days> {
  const last = span === "week" ? dayOf(Date.parse(day) + 6 * DAY_MS) : day;
  if (days === null) return { from: day, to: last };
  return { from: day < days.from ? days.from : day, to: last > days.to ? days.to : last };
}

/** The length of a period in words: `24 hours`, `30 days`. */
export function periodText(from: string, to: string): string {
  const hours = Math.round((Date.parse(to) - Date.parse(from)) / HOUR_MS);
  const days = hours / 24;
  return hours <= 24 ? `${hours} hours` : `${days} days`;
}

export function dayOf(ms: number): CalendarDate {
  return new Date(ms).toISOString().slice(0, 10);
}
