import { memo } from "react";
import { daysOfMonth, shareText, statedFigures, type ReportedDay } from "@groundcrew/shared/availability";
import { monthName, SECOND_MS } from "@groundcrew/shared/lib";
import { NO_SECONDS } from "@groundcrew/shared/readiness";
import { rateText } from "@groundcrew/shared/swap-attempts";
import type { WallMonth } from "@groundcrew/shared/wallboards";
import { wholeNumber } from "../../lib/index.ts";
import { StateBars } from "./state-bars.tsx";
import styles from "./wall.module.css";
import { lengthText } from "./wall-times.ts";

/** The availability of a month. */
export const MonthPage = memo(function MonthPage({ month }: { month: WallMonth }) {
  const { total, days, swaps } = month;
  const { availability, link, readyOnly } = statedFigures(total);
  const tiles = [
    ["Ready only", shareText(readyOnly)],
    ["Link", shareText(link)],
    ["Outages", wholeNumber(total.outages)],
    ["Longest", total.longest_s === 0 ? "–" : lengthText(total.longest_s * SECOND_MS)],
  ] as const;
  return (
    <main className={styles.body}>
      <section className={`column surface ${styles.left}`}>
        <div>
          <h2 className={`soft ${styles.title}`}>{monthName(month.month)}</h2>
          <p className={`flex ${styles.big} ${styles.share}`}>
            <b className={styles.reading}>{shareText(availability)}</b>
          </p>
          <p className={styles.about}>of the recorded time, a drone could land and swap</p>
        </div>
        <dl className={styles.tiles}>
          {tiles.map(([label, value]) => (
            <div key={label} className={`${styles.tile} ${styles.figure}`}>
              <dt>{label}</dt>
              <dd className={styles.reading}>{value}</dd>
            </div>
          ))}
        </dl>
        {days !== null && days.length > 0 && (
          <div>
            <h3 className={styles.label}>By day, UTC</h3>
            <StateBars
              bars={barsOf(month.month, days)}
              label={`Readiness by day. Availability ${shareText(availability)}.`}
            />
            <div className={`flex justify-between ${styles.axis}`} aria-hidden>
              <span>1</span>
              <span>{daysIn(month.month)}</span>
            </div>
          </div>
        )}
        <dl className={styles.pair}>
          <div>
            <dt className={styles.label}>Swaps</dt>
            <dd>
              <b className={styles.reading}>{wholeNumber(swaps.succeeded + swaps.with_errors)}</b>
            </dd>
          </div>
          <div>
            <dt className={styles.label}>Swap success</dt>
            <dd>
              <b className={styles.reading}>{rateText(swaps) ?? "–"}</b>
            </dd>
          </div>
        </dl>
      </section>
      <Lowest lowest={month.lowest} />
    </main>
  );
});

/** A bar for each day of a month. One of which nothing is known is empty. */
function barsOf(month: string, days: readonly ReportedDay[]) {
  const known = new Map(days.map((day) => [day.day, day]));
  return Array.from({ length: daysIn(month) }, (_, nth) => {
    const key = `${month}-${String(nth + 1).padStart(2, "0")}`;
    return { key, ...(known.get(key) ?? NO_SECONDS) };
  });
}

function daysIn(month: string): number {
  return Number(daysOfMonth(month).to.slice(8));
}

function Lowest({ lowest }: Pick<WallMonth, "lowest">) {
  if (lowest.length === 0) {
    return (
      <section className={`center ${styles.right}`}>
        <p className={`column ${styles.none}`}>No station was unavailable in the recorded time</p>
      </section>
    );
  }
  return (
    <section className={`column ${styles.right}`}>
      <h2 className={styles.head}>Lowest availability</h2>
      <ul>
        {lowest.map(({ key, serial, place, availability }) => (
          <li key={key} className={`${styles.row} ${styles.monthRow}`}>
            <div className="min-0">
              <b className="block truncate">{serial}</b>
              <span className="block truncate soft">{place}</span>
            </div>
            <b className={`nowrap ${styles.since}`}>{shareText(availability)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}
