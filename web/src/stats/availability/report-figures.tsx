import {
  comparisonOf,
  countingText,
  hoursText,
  isMostlyRecorded,
  monthAfter,
  monthOnly,
  openText,
  pointsText,
  shareText,
  statedFigures,
  statedSwaps,
  swapsBefore,
  swapsIn,
  type AvailabilityReport,
} from "@groundcrew/shared/availability";
import { dayName } from "@groundcrew/shared/lib";
import { PLACE_NOTE } from "@groundcrew/shared/sites";
import {
  comparedWithBefore,
  rangeText,
  rateText,
  timeComparisonLabels,
  tooFewText,
  type SwapCounts,
} from "@groundcrew/shared/swap-attempts";
import { type Figure, Figures } from "../../kit/index.ts";
import { wholeNumber } from "../../lib/index.ts";
import styles from "../reports.module.css";

/** The figures of a report, and how they differ from those of the month before. */
export function AvailabilityFigures({ report }: { report: AvailabilityReport }) {
  const { total, incidents, month, swaps_since, from, to } = report;
  const { availability, link, readyOnly, withMaintenance } = statedFigures(total);
  const comparison = comparisonOf(report);
  const compared = comparison !== null && !("none" in comparison) ? comparison : null;
  const { longest_s: longest, outages } = total;
  const isKnown = isMostlyRecorded(total);
  const figures: (Figure | null)[] = [
    {
      label: "Availability",
      value: <span className={styles.big}>{shareText(availability)}</span>,
      about: compared && month !== null && (
        <>
          <Points points={compared.availability} /> to {monthOnly(monthAfter(month, -1))}
        </>
      ),
    },
    { label: "Link", value: shareText(link), about: compared && pointsText(compared.link) },
    {
      label: "Outages",
      value: isKnown ? wholeNumber(outages) : "–",
      about:
        isKnown &&
        outages > 0 &&
        `longest ${hoursText(longest)}, mean ${hoursText(Math.floor(total.outage_s / outages))}`,
    },
    ...swapFigures(statedSwaps(report), compared ? swapsBefore(report) : null),
    incidents && {
      label: "Incidents",
      value: wholeNumber(incidents.reported),
      about: incidents.reported > 0 && `${wholeNumber(incidents.resolved)} resolved`,
    },
  ];
  const notes = [
    (report.site !== null || report.tag !== null) && PLACE_NOTE,
    report.days === null && "Days are not shown for so many stations.",
    comparison !== null && "none" in comparison && `${comparison.none}.`,
    swaps_since > from && swaps_since <= to && `Attempts to swap are counted since ${dayName(swaps_since)}.`,
    countingText(report),
    openText(report),
  ];
  return (
    <>
      <Figures figures={figures.filter((figure) => figure !== null)} />
      <dl className={`small ${styles.more}`}>
        <Line label="Ready only" value={shareText(readyOnly)} />
        <Line label="Maintenance" value={hoursText(total.maintenance_s)} />
        <Line label="With maintenance" value={shareText(withMaintenance)} />
        <Line label="Not recorded" value={notRecordedText(report)} />
      </dl>
      <p className="caption muted mt-2">{notes.filter(Boolean).join(" ")}</p>
    </>
  );
}

/** The swaps of a report, and their success, beside those of the month before, if they are compared. */
function swapFigures(swaps: SwapCounts | null, before: SwapCounts | null): Figure[] {
  if (swaps === null)
    return [
      { label: "Swaps", value: "–" },
      { label: "Success Rate", value: "–" },
    ];
  const rate = rateText(swaps);
  const comparison = before && comparedWithBefore(swaps, before);
  const change = comparison ? `, ${timeComparisonLabels[comparison].toLowerCase()}` : "";
  return [
    {
      label: "Swaps",
      value: wholeNumber(swapsIn(swaps)),
      about: before && changeText(swapsIn(swaps) - swapsIn(before)),
    },
    {
      label: "Success Rate",
      value: rate ?? "–",
      about: rate === null ? tooFewText(swaps) : `likely ${rangeText(swaps)}${change}`,
    },
  ];
}

function changeText(change: number): string {
  const sign = change > 0 ? "+" : change < 0 ? "−" : "±";
  return `${sign}${wholeNumber(Math.abs(change))}`;
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

/** The time that was not recorded, on average of the stations, and when: "6 h 8 min a station on average, on Oct 25". */
function notRecordedText({ days, total, stations }: AvailabilityReport): string {
  const time = hoursText(Math.floor(total.not_recorded_s / Math.max(1, stations.length)));
  if (days === null) return total.not_recorded_s === 0 ? "–" : `${time} a station on average`;
  const missed = days.filter(({ not_recorded_s }) => not_recorded_s > 0);
  if (missed.length === 0) return "–";
  const [only] = missed;
  const each = stations.length === 1 ? "" : " a station on average,";
  return missed.length === 1 && only
    ? `${time}${each} on ${dayName(only.day)}`
    : `${time}${each} on ${missed.length} days`;
}
