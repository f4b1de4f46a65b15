import { DAY_MS, HOUR_MS, type CalendarDate } from "@groundcrew/shared/lib";
import { SWAP_DAYS_MAX, type SwapSpan } from "@groundcrew/shared/swap-attempts";
import { Problem } from "../platform/http/index.ts";
import { HOURS_KEPT_MS } from "./decide-attempts.ts";

/** A period in ms, without its end, and the spans in which its attempts are displayed. */
export type Period = { from: number; to: number; span: SwapSpan };

/** Years beyond four digits have another form. */
const [EARLIEST, LATEST] = [Date.parse("2000-01-01"), Date.parse("9000-01-01")];

/** How long a period is displayed by hour, and by day. */
const HOURS_MAX_MS = 2 * DAY_MS;
const DAYS_MAX = 90;

/** The days from one to another, both included; the last 24 hours without them. */
export function periodOf(
  { from, to }: { from?: CalendarDate | undefined; to?: CalendarDate | undefined },
  now: number,
): Period {
  if (from === undefined && to === undefined) {
    const end = Math.ceil((now + 1) / HOUR_MS) * HOUR_MS;
    return { from: end - DAY_MS, to: end, span: "hour" };
  }
  if (from === undefined || to === undefined) throw new Problem(422, "Give both days, or none.");
  const period = { from: Date.parse(from), to: Date.parse(to) + DAY_MS };
  if (period.from < EARLIEST || period.to > LATEST) throw new Problem(422, "Give days of the years 2000 to 8999.");
  const days = (period.to - period.from) / DAY_MS;
  if (days < 1) throw new Problem(422, "The last day is before the first one.");
  if (days > SWAP_DAYS_MAX) throw new Problem(422, `Give at most ${SWAP_DAYS_MAX} days.`);
  return { ...period, span: spanOf(period, now) };
}

/** Attempts are counted by hour for some days only; the period before has to be compared as well. */
function spanOf({ from, to }: Pick<Period, "from" | "to">, now: number): SwapSpan {
  const length = to - from;
  if (length <= HOURS_MAX_MS && from - length >= now - HOURS_KEPT_MS) return "hour";
  return length <= DAYS_MAX * DAY_MS ? "day" : "week";
}
