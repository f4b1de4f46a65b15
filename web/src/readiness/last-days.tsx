import { availabilityFigures, hoursText, isMostlyRecorded, shareText } from "@groundcrew/shared/availability";
import { countText, DAY_MS } from "@groundcrew/shared/lib";
import { sumSeconds, type ReadinessHistory, type ReadinessSeconds } from "@groundcrew/shared/readiness";
import { attemptsIn, rangeText, rateText, type SwapCounts } from "@groundcrew/shared/swap-attempts";
import { DayAxis } from "../kit/index.ts";
import { dateText, dayText } from "../lib/index.ts";
import { DayBar, DayLegend, NOT_RECORDED, partsText } from "./day-bar.tsx";
import styles from "./readiness.module.css";

type LastDaysProps = {
  history: ReadinessHistory;
  /** How many days there are, with today. */
  count: number;
  now: number;
};

/** A bar for each of the last days of a station, and what they come to. */
export function LastDays({ history, count, now }: LastDaysProps) {
  const days = lastDays(history, count, now);
  const total = sumSeconds(history.days);
  const { availability } = availabilityFigures(total);
  const stated = isMostlyRecorded(total) ? availability : null;
  return (
    <section className="min-0" aria-label={`Last ${count} days`}>
      <h3 className="label mb-2">{`Last ${count} days`}</h3>
      <figure className={`m-0 flex ${styles.bars}`} aria-label={`Readiness by day. Availability ${shareText(stated)}.`}>
        {days.map(({ name, seconds }) => (
          <div key={name} className={`min-0 ${styles.day}`} title={`${name}: ${partsText(seconds)}`} aria-hidden>
            <DayBar day={seconds} className={styles.daysBar} />
          </div>
        ))}
        <ul className="visually-hidden">
          {days.map(({ name, seconds }) => (
            <li key={name}>{`${name}: ${partsText(seconds)}`}</li>
          ))}
        </ul>
      </figure>
      <DayAxis count={count} every={count} now={now} />
      <DayLegend />
      <dl className="halves grid gap-3 mt-3">
        <Figure label="Availability" value={shareText(stated)} note={outagesText(total)} />
        <Figure label="Swap Success" value={rateText(history.swaps) ?? "–"} note={swapsText(history.swaps)} />
      </dl>
    </section>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div>
      <dt className="caption muted">{label}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className="caption muted">{note}</dd>
    </div>
  );
}

/** The UTC days up to today. One that the station belonged to two organizations is one; one of which nothing is known was not recorded. */
function lastDays(
  { days }: ReadinessHistory,
  count: number,
  now: number,
): { name: string; seconds: ReadinessSeconds }[] {
  const known = Map.groupBy(days, ({ day }) => day);
  return Array.from({ length: count }, (_, nth) => {
    const time = now - (count - 1 - nth) * DAY_MS;
    const parts = known.get(dateText(time, "UTC"));
    return { name: dayText(time, now, "UTC"), seconds: parts ? sumSeconds(parts) : NOT_RECORDED };
  });
}

/** "6 outages, longest 9 h". */
function outagesText({ outages, longest_s }: ReadinessSeconds): string {
  return outages === 0 ? "no outages" : `${countText(outages, "outage")}, longest ${hoursText(longest_s)}`;
}

/** In which range the true rate is, or the attempts if they are too few for a rate. */
function swapsText(swaps: SwapCounts): string {
  const attempts = attemptsIn(swaps);
  if (attempts === 0) return "no attempts";
  return rateText(swaps) === null
    ? `${attempts - swaps.failed} of ${attempts} succeeded`
    : `likely ${rangeText(swaps)}`;
}
