import {
  dayName,
  shareText,
  statedFigures,
  type AvailabilityReport,
  type ReportedDay,
} from "@groundcrew/shared/availability";
import { DAY_MS } from "@groundcrew/shared/lib";
import { NO_SECONDS } from "@groundcrew/shared/readiness";
import { Card, classes } from "../../ui/index.ts";
import styles from "./availability.module.css";

/** The parts of a day, from the top to the bottom of its bar. */
const PARTS = ["not_recorded", "maintenance", "unknown", "not_ready", "limited", "ready"] as const;
type Part = (typeof PARTS)[number];

const labels: Record<Part, string> = {
  ready: "Ready",
  limited: "Limited",
  not_ready: "Not ready",
  unknown: "Unknown",
  maintenance: "Maintenance",
  not_recorded: "Not recorded",
};

/** Dates below the bars are so many at most. */
const MOST_DATES = 16;

/** A bar for each day, with the share of each state. */
export function DaysCard({ report }: { report: AvailabilityReport }) {
  const days = allDays(report);
  const start = axisStart(report.days);
  const ticks = ticksFrom(start);
  const grid = { backgroundSize: `100% ${100 / (ticks.length - 1)}%` };
  const every = Math.ceil(days.length / MOST_DATES);
  const { availability } = statedFigures(report.total);
  return (
    <Card title="By Day" className={styles.card}>
      <figure
        className={styles.chart}
        aria-label={`Share of time by day, from ${dayName(report.from)} to ${dayName(report.to)}. Availability ${shareText(availability)}.`}
      >
        <div className={`caption muted ${styles.axis}`} aria-hidden>
          {ticks.map((percent) => (
            <span key={percent}>{`${percent}%`}</span>
          ))}
        </div>
        <div className={classes(styles.bars, days.length > 62 && styles.dense)} aria-hidden>
          {days.map(({ day, sums }, nth) => (
            <div key={day} className={styles.day} title={dayTitle(day, sums)}>
              <div className={styles.bar} style={grid}>
                {sums && <Bar day={sums} start={start} />}
              </div>
              {nth % every === 0 && (
                <span className={classes("caption muted", styles.date, days.length > 31 && rareness(nth / every))}>
                  {dateOf(day, days.length)}
                </span>
              )}
            </div>
          ))}
        </div>
        <ul className="visually-hidden">
          {days.map(({ day, sums }) => (
            <li key={day}>{dayTitle(day, sums)}</li>
          ))}
        </ul>
      </figure>
      <ul className={`caption ${styles.legend}`}>
        {PARTS.toReversed().map((part) => (
          <li key={part} className="row gap-1h">
            <i className={classes(styles.key, styles[part])} />
            {labels[part]}
          </li>
        ))}
        {start > 0 && <li className="muted">{`Axis starts at ${start}%.`}</li>}
      </ul>
    </Card>
  );
}

function Bar({ day, start }: { day: ReportedDay; start: number }) {
  let rest = 100 - start;
  return PARTS.map((part) => {
    const height = Math.min(rest, 100 * shareOf(day, part));
    rest -= height;
    if (height <= 0) return null;
    return <i key={part} className={styles[part]} style={{ height: `${(100 * height) / (100 - start)}%` }} />;
  });
}

function shareOf(day: ReportedDay, part: Part): number {
  const whole = PARTS.reduce((sum, each) => sum + day[`${each}_s`], 0);
  return whole === 0 ? 0 : day[`${part}_s`] / whole;
}

/** The days of the report until it was made. One of which nothing is known was not recorded, and one that has not been rolled up yet has no bar. */
function allDays({ from, to, made, days }: AvailabilityReport): { day: string; sums: ReportedDay | null }[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length: count }, (_, nth) => {
    const day = new Date(Date.parse(from) + nth * DAY_MS).toISOString().slice(0, 10);
    const isOver = Date.parse(day) + DAY_MS <= Date.parse(made);
    return { day, sums: known.get(day) ?? (isOver ? { ...NOTHING, day } : null) };
  });
}

const NOTHING = { ...NO_SECONDS, not_recorded_s: 1 };

/** The percentage at which the axis starts, so that the least ready day has some of it: a ten, below half an even one. */
function axisStart(days: readonly ReportedDay[]): number {
  const shares = days.filter(({ ready_s }) => ready_s > 0).map((day) => 100 * shareOf(day, "ready"));
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

function dayTitle(day: string, sums: ReportedDay | null): string {
  if (!sums) return `${dayName(day)}: not over yet`;
  const parts = PARTS.toReversed().filter((part) => shareOf(sums, part) > 0);
  const texts = parts.map((part) => `${labels[part]} ${(100 * shareOf(sums, part)).toFixed(1)}%`);
  return `${dayName(day)}: ${texts.join(", ")}`;
}
