import { shareText, statedFigures, type AvailabilityReport, type ReportedDay } from "@groundcrew/shared/availability";
import { DAY_MS, dayName } from "@groundcrew/shared/lib";
import { DayBar, DayLegend, NOT_RECORDED, partsText, shareOfDay } from "../../readiness/index.ts";
import { Card, classes } from "../../ui/index.ts";
import styles from "../reports.module.css";

/** Dates below the bars are so many at most. */
const MOST_DATES = 16;

type DaysProps = { report: AvailabilityReport; days: readonly ReportedDay[] };

/** A bar for each day, with the share of each state. */
export function DaysCard({ report, days: reported }: DaysProps) {
  const days = allDays(report, reported);
  const start = axisStart(reported);
  const ticks = ticksFrom(start);
  const grid = { backgroundSize: `100% ${100 / (ticks.length - 1)}%` };
  const every = Math.ceil(days.length / MOST_DATES);
  const { availability } = statedFigures(report.total);
  return (
    <Card title="By Day">
      <figure
        className={`m-0 grid gap-2 ${styles.chart}`}
        aria-label={`Share of time by day, from ${dayName(report.from)} to ${dayName(report.to)}. Availability ${shareText(availability)}.`}
      >
        <div className={`caption muted column justify-between text-end ${styles.axis}`} aria-hidden>
          {ticks.map((percent) => (
            <span key={percent}>{`${percent}%`}</span>
          ))}
        </div>
        <div className={classes("flex gap-1", styles.bars, days.length > 62 && styles.dense)} aria-hidden>
          {days.map((shown, nth) => (
            <div key={shown.day} className={`column min-0 ${styles.day}`} title={dayTitle(shown)}>
              <div className={`rigid border-below ${styles.availabilityBar}`} style={grid}>
                {shown.sums && <DayBar day={shown.sums} start={start} />}
              </div>
              {nth % every === 0 && (
                <span
                  className={classes(
                    "caption muted flex justify-center nowrap",
                    styles.date,
                    days.length > 31 && rareness(nth / every),
                  )}
                >
                  {dateOf(shown.day, days.length)}
                </span>
              )}
            </div>
          ))}
        </div>
        <ul className="visually-hidden">
          {days.map((shown) => (
            <li key={shown.day}>{dayTitle(shown)}</li>
          ))}
        </ul>
      </figure>
      <DayLegend>{start > 0 && <li className="muted">{`Axis starts at ${start}%.`}</li>}</DayLegend>
    </Card>
  );
}

/** A day of a report; its sums are null until it is over and counted. */
type ShownDay = { day: string; isOver: boolean; sums: ReportedDay | null };

/** The days of a report. One that is counted, and of which nothing is known, was not recorded. */
function allDays({ from, to, made, counting_since }: AvailabilityReport, days: readonly ReportedDay[]): ShownDay[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length: count }, (_, nth) => {
    const day = new Date(Date.parse(from) + nth * DAY_MS).toISOString().slice(0, 10);
    const isOver = Date.parse(day) + DAY_MS <= Date.parse(made);
    const isCounted = isOver && (counting_since === null || day < counting_since);
    return { day, isOver, sums: known.get(day) ?? (isCounted ? { ...NOT_RECORDED, day } : null) };
  });
}

/** The percentage at which the axis starts, so that the least ready day has some of it: a ten, below half an even one. */
function axisStart(days: readonly ReportedDay[]): number {
  const shares = days.filter(({ ready_s }) => ready_s > 0).map((day) => 100 * shareOfDay(day, "ready"));
  const least = Math.min(90, ...shares);
  const step = least >= 50 ? 10 : 20;
  return Math.floor(least / step) * step;
}

/** The percentages beside the axis, from the top. */
function ticksFrom(start: number): number[] {
  const step = start >= 50 ? 10 : 20;
  return Array.from({ length: (100 - start) / step + 1 }, (_, nth) => 100 - nth * step);
}

/** Of longer dates every second one is displayed in a narrow window, one of four in a small one, and one of eight in a tiny one. */
function rareness(date: number): string {
  return classes(date % 2 > 0 && "hidden-medium", date % 4 > 0 && "hidden-small", date % 8 > 0 && "hidden-tiny");
}

function dateOf(day: string, count: number): string {
  return count > 31 ? dayName(day) : String(Number(day.slice(-2)));
}

function dayTitle({ day, isOver, sums }: ShownDay): string {
  if (!sums) return `${dayName(day)}: ${isOver ? "still being counted" : "not over yet"}`;
  return `${dayName(day)}: ${partsText(sums)}`;
}
