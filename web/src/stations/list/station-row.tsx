import { memo, useId, type ComponentType } from "react";
import type { Brand } from "@groundcrew/shared/brand";
import type { TimeWindow } from "@groundcrew/shared/lib";
import { readinessPart, type ReadinessPart, type Station, type StationSort } from "@groundcrew/shared/stations";
import { IconChevronDown, IconChevronUp, IconCameraExclamation } from "@tabler/icons-react";
import { classes, Icon, lazyPanel, lazyPart } from "../../ui/index.ts";
import {
  Counters,
  LinkPill,
  ReadinessLine,
  type StationDialog,
  StatusPill,
  TemperaturePill,
  stationTitle,
  useReading,
} from "../../station/index.ts";
import { useNewestRow } from "../../data/fleet/index.ts";
import { useMarks } from "../live/marks.ts";
import { rowValue } from "./row-value.ts";
import styles from "./station-row.module.css";
import { isCameraMissing } from "@groundcrew/shared/cameras";

const StationDetails = lazyPanel(async () => (await import("../station-details.tsx")).StationDetails);

/** The start of a row. */
export type RowSign = ComponentType<{ station: Station; className?: string | undefined }>;

type StationRowProps = {
  station: Station;
  Sign: RowSign;
  sort: StationSort;
  time: TimeWindow;
  /** The server's time (ms). */
  now: number;
  brand: Brand;
  isAdmin: boolean;
  isOpen: boolean;
  /** Whether the row stays as it was when the list was paused. */
  isPaused: boolean;
  onToggle: (name: string) => void;
  onOpen: (dialog: StationDialog) => void;
};

/**
 * One station of the list: plain markup, since thousands are created while scrolling. As time passes, only the cells with an age
 * are rendered again.
 */
export const StationRow = memo(function StationRow(props: StationRowProps) {
  const { isPaused, Sign, sort, time, now, brand, isAdmin, isOpen, onToggle, onOpen } = props;
  const newest = useNewestRow(props.station);
  const station = isPaused ? props.station : newest;
  const detailsId = useId();
  const title = stationTitle(station);
  const value = rowValue(station, { sort, time, now });
  const { isStale } = useReading(station);
  const marks = useMarks(station, { now, brand });

  return (
    <div
      className={rowClass(station, { isStale, isOpen })}
      data-changed={marks.length > 0 ? marks.join(" ") : undefined}
    >
      <div className={`grid align-center ${styles.grid}`}>
        <Sign station={station} className={styles.type} />
        <Identity station={station} />
        <Location station={station} />
        <Description station={station} />
        <Readiness station={station} isStale={isStale} now={now} />
        <CameraWarning station={station} onOpen={onOpen} />
        <div className={styles.link}>
          <LinkPill station={station} />
        </div>
        <div className={styles.status}>
          <StatusPill station={station} now={now} />
        </div>
        <div className={styles.temperature}>
          <TemperaturePill station={station} now={now} />
        </div>
        <div className={`nowrap text-end ${styles.value}`} title={value.title}>
          <b className={classes(value.text.length > 7 && styles.long)}>{value.text}</b>
          <span className={`truncate caption muted ${styles.second}`}>{value.unit}</span>
        </div>
        {isAdmin && (
          <div className={styles.counters}>
            <Counters station={station} brand={brand} onOpen={onOpen} />
          </div>
        )}
        <button
          type="button"
          className={`square-32 center soft bare rounded hover ${styles.expand}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          aria-label={`Details of ${title}`}
          onClick={() => onToggle(station.name)}
        >
          <Icon icon={isOpen ? IconChevronUp : IconChevronDown} size="l" />
        </button>
      </div>
      {isOpen && (
        <div id={detailsId}>
          <StationDetails station={station} time={time} now={now} isAdmin={isAdmin} onOpen={onOpen} />
        </div>
      )}
    </div>
  );
});

const rails: Record<ReadinessPart, string | undefined> = {
  not_ready: styles.notReady,
  limited: styles.limited,
  unknown: styles.isUnknown,
  maintenance: styles.inMaintenance,
  ready: undefined,
};

function rowClass(station: Station, is: { isStale: boolean; isOpen: boolean }): string {
  const part = station.maintenance === null ? readinessPart(station) : "maintenance";
  return classes(
    "relative surface border-below",
    styles.row,
    !station.last_online_status && styles.offline,
    is.isStale && styles.stale,
    is.isOpen && styles.open,
    part !== null && rails[part],
  );
}

const Identity = memo(function Identity({ station }: { station: Station }) {
  const title = stationTitle(station);
  return (
    <div className={styles.id}>
      <b className={`block truncate default ${styles.serial}`} title={title}>
        {title}
      </b>
      <span className={`truncate caption muted ${styles.second}`}>{station.name}</span>
    </div>
  );
});

const Location = memo(function Location({ station }: { station: Station }) {
  const { location_deployment: location } = station;
  return (
    <div className={`small ${styles.place}`}>
      <div className={`truncate ${styles.organization}`} title={station.organization_name}>
        {station.organization_name}
      </div>
      <div
        className={classes("truncate caption muted", styles.second, location === "" && styles.unknown)}
        title={location}
      >
        {location || "deploy location unknown"}
      </div>
    </div>
  );
});

const Description = memo(function Description({ station: { description } }: { station: Station }) {
  return (
    <div className={`small soft truncate ${styles.description}`} title={description}>
      {description}
    </div>
  );
});

const RowCautions = lazyPart(async () => (await import("../../sites/index.ts")).RowCautions);

/** Whether a station is ready, and its caution tags, which shrink to their icons where both do not fit. */
function Readiness({ station, isStale, now }: { station: Station; isStale: boolean; now: number }) {
  const { readiness, maintenance, station_type } = station;
  return (
    <div className={classes("row gap-1", styles.readiness)}>
      <ReadinessLine {...{ readiness, maintenance, station_type, isStale, now }} />
      {station.cautions && (
        <div className={`flex gap-1 ${styles.cautions}`}>
          <RowCautions cautions={station.cautions} />
        </div>
      )}
    </div>
  );
}

type CameraWarningProps = { station: Station; onOpen: (dialog: StationDialog) => void };

/** Warns when a camera is missing; pressing it opens the cameras. */
const CameraWarning = memo(function CameraWarning({ station, onOpen }: CameraWarningProps) {
  const label = "Not all cameras are detected";
  return (
    <div className={`center warn ${styles.cameras}`}>
      {isCameraMissing(station) && (
        <button
          type="button"
          className={`rounded pointer center warn p-0 ${styles.camera}`}
          title={label}
          aria-label={label}
          onClick={() => onOpen({ kind: "cameras", name: station.name })}
        >
          <Icon icon={IconCameraExclamation} size="l" />
        </button>
      )}
    </div>
  );
});
