import { memo } from "react";
import type { ReadinessState, RowReadiness } from "@groundcrew/shared/readiness";
import { partLabels, readinessPart, type ReadinessPart, type Station } from "@groundcrew/shared/stations";
import {
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconHelpCircle,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { classes, Icon, lazyPart } from "../ui/index.ts";
import { MaintenancePill } from "./maintenance-pill.tsx";
import styles from "./station.module.css";

/** The icon of each state. */
export const readinessIcons: Readonly<Record<ReadinessState, TablerIcon>> = {
  ready: IconCircleCheck,
  limited: IconCircleMinus,
  not_ready: IconCircleX,
  unknown: IconHelpCircle,
};

/** The color of a state where it stands out. */
const lineTones: Partial<Record<ReadinessPart, string>> = { not_ready: "danger", limited: "warn" };

const FirstReason = lazyPart(async () => (await import("./readiness-reason.tsx")).FirstReason);

type ReadinessLineProps = Pick<Station, "readiness" | "maintenance" | "station_type"> & {
  /** Whether the last report of the station is stale. A property, because a row would otherwise render its line again with each response. */
  isStale: boolean;
  now: number;
};

/**
 * Whether a drone can land and swap at a station, in a line: how many batteries are charged, or why not; its maintenance if it is in one. Nothing for one that is not evaluated. The code of
 * the reasons' texts is loaded when a station has one.
 */
export const ReadinessLine = memo(function ReadinessLine(props: ReadinessLineProps) {
  const { readiness, maintenance, station_type: stationType, isStale, now } = props;
  const part = readinessPart({ readiness });
  if (maintenance !== null) return <MaintenancePill maintenance={maintenance} now={now} />;
  if (readiness === null || part === null) return null;
  if (part === "ready") return <span className="block truncate caption muted">{readyText(readiness)}</span>;
  const others = readiness.reasons.length - 1 + readiness.more;
  const tone = isStale ? undefined : lineTones[part];
  return (
    <span className={classes("row gap-1 caption nowrap", styles.line, tone === undefined ? "muted" : "default")}>
      <b className={classes("inline-row gap-1 rigid strong", tone ?? "soft")}>
        <Icon icon={readinessIcons[readiness.state]} size="s" />
        {partLabels[part]}
      </b>
      <FirstReason readiness={readiness} stationType={stationType} now={now} />
      {others > 0 && <span className="rigid muted medium">{`+${others}`}</span>}
    </span>
  );
});

/** The activity of a ready station, and how many batteries are charged: `Busy: SWAPPING · 3 charged`. */
function readyText({ busy, charged }: RowReadiness): string {
  const parts = [busy === null ? null : `Busy: ${busy}`, charged === null ? null : `${charged} charged`];
  return parts.filter((text) => text !== null).join(" · ") || partLabels.ready;
}
