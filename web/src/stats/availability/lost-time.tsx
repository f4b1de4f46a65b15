import { hoursText, lostSeconds, type AvailabilityReport } from "@groundcrew/shared/availability";
import { countText } from "@groundcrew/shared/lib";
import { readinessLabels } from "@groundcrew/shared/readiness";
import { Card } from "../../ui/index.ts";
import { ShareList } from "../report/report-parts.tsx";
import styles from "../reports.module.css";

/** Reasons in the card. */
const SHOWN = 8;

/** The lost time by first reason, the most first. */
export function LostTimeCard({ report }: { report: AvailabilityReport }) {
  const lost = lostSeconds(report.total);
  const most = report.lost[0]?.seconds ?? 1;
  const others = report.lost.length - SHOWN;
  return (
    <Card
      title="Lost Time"
      aside={lost > 0 && <span className="small muted">{`${hoursText(lost)} by first reason`}</span>}
    >
      {lost === 0 && <p className="small muted">No time was lost.</p>}
      <ShareList
        shares={report.lost.slice(0, SHOWN).map(({ state, title, seconds, stations }) => ({
          key: `${state} ${title}`,
          title,
          value: hoursText(seconds),
          percent: (100 * seconds) / lost,
          size: seconds / most,
          about: `${readinessLabels[state]} · ${countText(stations, "station")}`,
          isNeutral: state === "unknown",
        }))}
      />
      {others > 0 && <p className="caption muted mt-2">{`${countText(others, "other reason")} took less.`}</p>}
    </Card>
  );
}

const definitions = [
  [
    "Availability",
    "Time in which a drone could land and swap (Ready or Limited) ÷ all recorded time outside maintenance. Not ready and Unknown count against it.",
  ],
  ["Link", "Time in which the station was online ÷ the same time."],
  ["Outage", "Not ready or Unknown for 5 min or more outside maintenance."],
  ["Not recorded", "The server did not run. This time counts neither for nor against."],
  [
    "Success rate",
    "Attempts to swap that succeeded ÷ all attempts outside maintenance. “Likely” is where the true rate is in 19 of 20 cases.",
  ],
  [
    "All stations",
    "Times of all stations are added up, so that a large outage weighs as much as it took. A station counts from its first connection to its retirement, and for an organization while it is theirs. Percentages are rounded down: 100% means no outage. Days are UTC.",
  ],
] as const;

/** The definitions of the figures. */
export function Definitions() {
  return (
    <Card title="What These Figures Mean">
      <dl className={`small ${styles.definitions}`}>
        {definitions.map(([term, meaning]) => (
          <div key={term}>
            <dt className="muted">{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
