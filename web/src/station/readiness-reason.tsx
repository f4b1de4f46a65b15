import {
  readinessText,
  shortReadinessText,
  type ReadinessReason,
  type RowReadiness,
} from "@groundcrew/shared/readiness";
import type { StationType } from "@groundcrew/shared/telemetry";
import { untilText } from "../lib/index.ts";
import styles from "./station.module.css";

type Clock = { stationType: StationType; now: number };

/** A reason as a phrase: "No charged battery, next in about 15 min". */
export function reasonText(reason: ReadinessReason, { stationType, now }: Clock): string {
  return readinessText(reason, stationType, { now, timeText: (at) => timeText(at, now) });
}

/** The first reason of a station, which is cut where space is scarce; all that are known in its tooltip. */
export function FirstReason({ readiness: { reasons }, stationType, now }: Clock & { readiness: RowReadiness }) {
  const [first] = reasons;
  if (!first) return null;
  const all = reasons.map((reason) => reasonText(reason, { stationType, now }));
  return (
    <span className={`min-0 clip ${styles.reason}`} title={all.join("\n")}>
      {shortReadinessText(first, stationType, { now, timeText: (at) => timeText(at, now) })}
    </span>
  );
}

function timeText(at: number, now: number): string {
  return untilText(new Date(at).toISOString(), now);
}
