import type { ReactNode } from "react";
import {
  compareMonths,
  hoursText,
  isMostlyRecorded,
  monthAfter,
  pointsText,
  recordedDays,
  shareText,
  type AvailabilityReport,
  type Comparison,
} from "@groundcrew/shared/availability";
import { DAY_MS } from "@groundcrew/shared/lib";
import { wholeNumber } from "../../lib/index.ts";
import { classes } from "../../ui/index.ts";
import styles from "./availability.module.css";
import { dayName, monthLength, monthOnly, statedFigures } from "./availability-view.ts";

/** The figures of a report, and how they differ from those of the month before. */
export function ReportFigures({ report }: { report: AvailabilityReport }) {
  const { total, incidents, month } = report;
  const { availability, link, readyOnly, withMaintenance } = statedFigures(total);
  const comparison = comparisonOf(report);
  const isCompared = comparison !== null && !("none" in comparison);
  const { longest_s: longest, outages } = total;
  const isKnown = isMostlyRecorded(total);
  return (
    <>
      <dl className={styles.figures}>
        <Figure label="Availability" value={shareText(availability)} isBig>
          {isCompared && month !== null && (
            <>
              <Points points={comparison.availability} /> to {monthOnly(monthAfter(month, -1))}
            </>
          )}
        </Figure>
        <Figure label="Link" value={shareText(link)}>
          {isCompared && pointsText(comparison.link)}
        </Figure>
        <Figure label="Outages" value={isKnown ? wholeNumber(outages) : "–"}>
          {isKnown &&
            outages > 0 &&
            `longest ${hoursText(longest)}, mean ${hoursText(Math.floor(total.outage_s / outages))}`}
        </Figure>
        {incidents && (
          <Figure label="Incidents" value={wholeNumber(incidents.reported)}>
            {incidents.reported > 0 && `${wholeNumber(incidents.resolved)} resolved`}
          </Figure>
        )}
      </dl>
      <dl className={`small ${styles.more}`}>
        <Line label="Ready only" value={shareText(readyOnly)} />
        <Line label="Maintenance" value={hoursText(total.maintenance_s)} />
        <Line label="With maintenance" value={shareText(withMaintenance)} />
        <Line label="Not recorded" value={notRecordedText(report)} />
      </dl>
      <p className="caption muted mt-2">
        {[comparison !== null && "none" in comparison ? `${comparison.none}.` : "", openText(report)].join(" ").trim()}
      </p>
    </>
  );
}

type FigureProps = { label: string; value: string; isBig?: boolean; children: ReactNode };

function Figure({ label, value, isBig = false, children }: FigureProps) {
  return (
    <div>
      <dt className="caption muted">{label}</dt>
      <dd className={classes(styles.value, isBig && styles.big)}>{value}</dd>
      {children && <dd className="caption muted">{children}</dd>}
    </div>
  );
}

function Points({ points }: { points: number }) {
  const tone = points > 0 ? styles.up : points < 0 ? styles.down : undefined;
  return <span className={tone}>{pointsText(points)}</span>;
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="muted">{label}</dt>
      <dd className="strong">{value}</dd>
    </div>
  );
}

/** How the month differs from the one before; null for another range, or without a month before. */
function comparisonOf({ month, before, total, days, made }: AvailabilityReport): Comparison | null {
  if (month === null || before === null) return null;
  const previous = monthAfter(month, -1);
  const elapsed = Math.floor((Date.parse(made) - Date.parse(`${month}-01`)) / DAY_MS);
  return compareMonths(
    {
      name: monthOnly(month),
      total,
      recorded: recordedDays(days),
      days: Math.max(1, Math.min(monthLength(month), elapsed)),
    },
    {
      name: monthOnly(previous),
      total: before.total,
      recorded: recordedDays(before.days),
      days: monthLength(previous),
    },
  );
}

/** The time that was not recorded, on average of the stations, and when: "6 h 8 min a station on average, on Oct 25". */
function notRecordedText({ days, total, stations }: AvailabilityReport): string {
  const missed = days.filter(({ not_recorded_s }) => not_recorded_s > 0);
  if (missed.length === 0) return "–";
  const [only] = missed;
  const time = hoursText(Math.floor(total.not_recorded_s / Math.max(1, stations.length)));
  const each = stations.length === 1 ? "" : " a station on average,";
  return missed.length === 1 && only
    ? `${time}${each} on ${dayName(only.day)}`
    : `${time}${each} on ${missed.length} days`;
}

/** Until when figures can change. */
function openText({ month, stored }: AvailabilityReport): string {
  if (month === null || stored !== null) return "";
  return `Figures can change until ${dayName(`${monthAfter(month, 1)}-03`)}.`;
}
