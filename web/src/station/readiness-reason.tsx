import { shortReadinessText, type RowReadiness } from "@groundcrew/shared/readiness";
import type { StationType } from "@groundcrew/shared/telemetry";
import { shownText } from "../lib/index.ts";
import { readinessClock, reasonText } from "./reason-text.ts";
import styles from "./station.module.css";

type FirstReasonProps = { readiness: RowReadiness; stationType: StationType; now: number };

/** The first reason of a station, which is cut where space is scarce; all that are known in its tooltip. */
export function FirstReason({ readiness: { reasons }, stationType, now }: FirstReasonProps) {
  const [first] = reasons;
  if (!first) return null;
  const all = reasons.map((reason) => reasonText(reason, { stationType, now }));
  return (
    <span className={`min-0 clip ellipsis ${styles.reason}`} title={all.join("\n")}>
      {shownText(shortReadinessText(first, stationType, readinessClock(now)))}
    </span>
  );
}
