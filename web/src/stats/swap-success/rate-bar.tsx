import {
  comparedWithFleet,
  fleetComparisonLabels,
  rangeText,
  rateText,
  successRange,
  successRate,
  tooFewText,
  type SwapCounts,
} from "@groundcrew/shared/swap-attempts";
import { IconArrowDown, IconTrendingUp } from "@tabler/icons-react";
import { Pill } from "../../ui/index.ts";
import styles from "../reports.module.css";

/** The attempts of the fleet that others are compared with, null if they are not known, and where the drawing of rates begins, from 0 to 1. */
export type Fleet = { counts: SwapCounts | null; start: number };

/** Where the drawing of several rates begins. */
export function drawingStart(all: readonly SwapCounts[]): number {
  const stated = all.filter((counts) => rateText(counts) !== null);
  return Math.min(0.95, ...stated.map((counts) => Math.floor(successRange(counts).from * 20) / 20));
}

/** A rate in words, with a drawing: its likely range, and the fleet's rate as a dashed line. */
export function Rate({ counts, fleet }: { counts: SwapCounts; fleet: Fleet }) {
  const rate = rateText(counts);
  if (rate === null) return <span className={styles.wraps}>{tooFewText(counts)}</span>;
  const { from, to } = successRange(counts);
  const x = (value: number) => 4 + ((value - fleet.start) / (1 - fleet.start)) * 112;
  const [own, all] = [successRate(counts) ?? 0, fleet.counts && successRate(fleet.counts)];
  return (
    <span className={`row gap-1-2 ${styles.rate}`}>
      <svg className={`block rigid ${styles.rateBar}`} viewBox="0 0 120 20" aria-hidden>
        <line className={styles.scale} x1={4} x2={116} y1={10} y2={10} />
        {all !== null && <line className={styles.fleet} x1={x(all)} x2={x(all)} y1={2} y2={18} />}
        <line className={styles.range} x1={x(from)} x2={x(to)} y1={10} y2={10} />
        <circle className={styles.point} cx={x(own)} cy={10} r={4} />
      </svg>
      <span>
        <b className="strong">{rate}</b> <span className="muted">likely {rangeText(counts)}</span>
      </span>
    </span>
  );
}

/** How a rate compares with the fleet's. */
export function Compared({ counts, fleet }: { counts: SwapCounts; fleet: SwapCounts }) {
  const comparison = comparedWithFleet(counts, fleet);
  if (comparison === null) return "–";
  const label = fleetComparisonLabels[comparison];
  if (comparison === "no_clear_difference") return <span className="muted">{label}</span>;
  return comparison === "above" ? (
    <Pill tone="ok" icon={IconTrendingUp} isSmall>
      {label}
    </Pill>
  ) : (
    <Pill tone="warn" icon={IconArrowDown} isSmall>
      {label}
    </Pill>
  );
}
