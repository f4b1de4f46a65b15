import { memo } from "react";
import { readinessLabels } from "@groundcrew/shared/readiness";
import { rangeText, rateText, tooFewText } from "@groundcrew/shared/swap-attempts";
import type { Wall, WallRow } from "@groundcrew/shared/wallboards";
import { IconCircleCheck } from "@tabler/icons-react";
import { clockText, countText, wholeNumber } from "../../lib/index.ts";
import { readinessIcons } from "../../station/index.ts";
import { classes, Icon } from "../../ui/index.ts";
import { StateBars } from "./state-bars.tsx";
import styles from "./wall.module.css";
import { lengthText } from "./wall-times.ts";

type NowPageProps = { wall: Wall; now: number };

/** How many stations are ready, and those that are not. `now` is in ms. */
export const NowPage = memo(function NowPage({ wall, now }: NowPageProps) {
  return (
    <main className={styles.body}>
      <section className={`column surface ${styles.left}`}>
        <Ready wall={wall} />
        <Hours wall={wall} />
        <Swaps wall={wall} />
      </section>
      <Stations wall={wall} now={now} />
    </main>
  );
});

const TILES = [
  ["not_ready", "Not ready"],
  ["limited", "Limited"],
  ["unknown", "Unknown"],
  ["maintenance", "Maintenance"],
] as const;

function Ready({ wall: { counts } }: { wall: Wall }) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <div>
        <h2 className={`row soft ${styles.title}`}>
          <Icon icon={IconCircleCheck} />
          Ready
        </h2>
        <p className={`flex ${styles.big}`}>
          <b className={styles.reading}>{wholeNumber(counts.ready)}</b>
          <span className="soft">{`of ${countText(total, "station")}`}</span>
        </p>
      </div>
      <dl className={styles.tiles}>
        {TILES.map(([part, label]) => (
          <div key={part} className={classes(styles.tile, counts[part] > 0 && styles[`${part}Tile`])}>
            <dt>{label}</dt>
            <dd className={styles.reading}>{wholeNumber(counts[part])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Hours({ wall: { hours, counts } }: { wall: Wall }) {
  const [first] = hours;
  const middle = hours[Math.floor(hours.length / 2)];
  const label = `Readiness in the last 24 hours. Now ${counts.ready} are ready.`;
  return (
    <div>
      <h3 className={styles.label}>Last 24 hours</h3>
      <StateBars bars={hours.map((hour) => ({ key: hour.start, ...hour }))} label={label} />
      <div className={`flex justify-between ${styles.axis}`} aria-hidden>
        {[first && clockText(first.start), middle && clockText(middle.start), "now"].map((text) => (
          <span key={text}>{text}</span>
        ))}
      </div>
    </div>
  );
}

function Swaps({ wall: { swaps } }: { wall: Wall }) {
  const rate = rateText(swaps.day);
  return (
    <dl className={styles.pair}>
      <div>
        <dt className={styles.label}>Swaps today</dt>
        <dd>
          <b className={styles.reading}>{wholeNumber(swaps.today)}</b>
          <span className={styles.about}>since 00:00 UTC</span>
        </dd>
      </div>
      <div>
        <dt className={styles.label}>Swap success, 24 h</dt>
        <dd>
          <b className={styles.reading}>{rate ?? "–"}</b>
          <span className={styles.about}>
            {rate === null ? tooFewText(swaps.day) : `likely ${rangeText(swaps.day)}`}
          </span>
        </dd>
      </div>
    </dl>
  );
}

function Stations({ wall: { rows, counts }, now }: NowPageProps) {
  const count = counts.not_ready + counts.limited + counts.unknown;
  if (count === 0) {
    const sentence = counts.maintenance === 0 ? "Every station is ready" : "Every other station is ready";
    return (
      <section className={`center ${styles.right}`}>
        <p className={`column ${styles.none}`}>
          <Icon icon={IconCircleCheck} />
          {counts.ready > 0
            ? sentence
            : counts.maintenance > 0
              ? "Every station is in maintenance"
              : "No stations to show"}
        </p>
      </section>
    );
  }
  return (
    <section className={`column ${styles.right}`}>
      <h2
        className={styles.head}
      >{`${countText(count, "station")} ${count === 1 ? "is" : "are"} not ready, limited or unknown`}</h2>
      <ul>
        {rows.map((row) => (
          <Row key={row.key} row={row} now={now} />
        ))}
      </ul>
      {count > rows.length && <p className={`soft ${styles.more}`}>{`+${wholeNumber(count - rows.length)} more`}</p>}
    </section>
  );
}

function Row({ row: { serial, place, state, reason, since }, now }: { row: WallRow; now: number }) {
  return (
    <li className={classes(styles.row, styles[`${state}Row`])}>
      <Icon icon={readinessIcons[state]} />
      <div className="min-0">
        <b className="block truncate">{serial}</b>
        <span className="block truncate soft">{place}</span>
      </div>
      <div className={`min-0 ${styles.reason}`}>
        <b className={`block ${styles.state}`}>{readinessLabels[state]}</b>
        <span className="block truncate">{reason}</span>
      </div>
      <b className={`nowrap ${styles.since}`}>{lengthText(now - Date.parse(since))}</b>
    </li>
  );
}
