import { useState } from "react";
import { ageMs, countText, type Timestamp, timeWindow, timeWindowLabels } from "@groundcrew/shared/lib";
import {
  onlineStatus,
  onlineStatusLabels,
  sinceShipment,
  type Station,
  periodSwaps,
} from "@groundcrew/shared/stations";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { cycleCounts } from "@groundcrew/shared/telemetry";
import {
  IconAlertTriangle,
  IconChartLine,
  IconTestPipe,
  IconArrowsDiff,
  IconArrowsExchange,
} from "@tabler/icons-react";
import { agoText, logMoment, exactMoment, wholeNumber } from "../../lib/index.ts";
import { MaintenanceCard, MaintenanceFigures } from "../../maintenance/index.ts";
import { ReadinessCard } from "../../readiness/index.ts";
import { ErrorLogDialog } from "../../station-errors/index.ts";
import { ActivityData, DataHistoryDialog } from "../../stats/index.ts";
import { SupportLogDialog } from "../../support-log/index.ts";
import { Button, Card, classes, Icon, Notice, Readings, type Reading, Cell, Dialog, Table } from "../../ui/index.ts";
import {
  LinkNotices,
  type StationReading,
  StatusReading,
  stationTitle,
  useReading,
  useStationNotices,
} from "../../station/index.ts";
import styles from "../station-page.module.css";
import type { StationNotices } from "@groundcrew/shared/link";
import { PlaceCard } from "../place-card.tsx";
import { LinkFaults } from "./link-faults.tsx";
import { StaleBanner, useShownFreshness } from "../../data/freshness/index.ts";

type OverviewProps = { station: Station; now: number; user: SessionUser };

/** A dialog opened from the numbers. */
type OverviewDialog = "swaps" | "errors" | "triage" | "history";

/** A station's current state and its totals. */
export function Overview({ station, now, user }: OverviewProps) {
  const isAdmin = user.can_admin;
  const [open, setOpen] = useState<OverviewDialog | null>(null);
  const reading = useReading(station);
  const handleClose = () => setOpen(null);
  const notices = useStationNotices(station.name);
  return (
    <>
      {notices && <LinkFaults notices={notices} now={now} />}
      <ReadinessCard station={station} user={user} now={now} />
      <div className="halves grid gap-4 mb-4 one-column-small">
        <Card title="Status">
          <LinkNotices station={station} className="mb-2" />
          <Readings lines={statusLines(station, { now, reading })} />
          <MaintenanceFigures station={station} />
        </Card>
        <Card
          title="Statistics"
          aside={
            <Button icon={IconChartLine} onClick={() => setOpen("history")}>
              Data History
            </Button>
          }
        >
          {!station.actual && (
            <div className="mb-2">
              <Notice tone="info" icon={IconTestPipe}>
                <b>Mocked Station</b>
                {"\nNot a real station: its numbers are made up."}
              </Notice>
            </div>
          )}
          {notices?.swap_counts && (
            <div className="mb-2">
              <SwapCountsDiffer notice={notices.swap_counts} />
            </div>
          )}
          <Readings lines={statisticsLines(station, { isAdmin, onOpen: setOpen })} columns={2} />
        </Card>
      </div>
      <div className="grid gap-4 mb-4">
        <PlaceCard station={station} user={user} />
        <MaintenanceCard station={station} now={now} user={user} />
      </div>
      <ActivityData station={station} />
      {open === "swaps" && (
        <SwapsDialog station={station} title={stationTitle(station)} now={now} onClose={handleClose} />
      )}
      {open === "errors" && <ErrorLogDialog station={station} isAdmin={isAdmin} onClose={handleClose} />}
      {open === "triage" && <SupportLogDialog station={station} tab="triage" onClose={handleClose} />}
      {open === "history" && <DataHistoryDialog name={station.name} isAdmin={isAdmin} onClose={handleClose} />}
    </>
  );
}

type StatusContext = { now: number; reading: StationReading };

function statusLines(station: Station, { now, reading }: StatusContext): Reading[] {
  const { detail } = onlineStatusLabels[onlineStatus(station, reading.evaluatedAt)];
  const isOnline = station.last_online_status && !reading.isStale;
  const status = (
    <span className="inline-row wrap gap-2">
      <StatusReading station={station} />
      {reading.isStale ? `${detail}, as of ${logMoment(reading.since)}` : detail}
    </span>
  );
  return [
    { label: "Online Status", value: status },
    momentLine("Last Online", station.last_online, { now, age: isOnline ? "online now" : null }),
    momentLine("Last Swapped", station.last_swapped, { now }),
    ...(station.last_telemetry === null ? [] : [momentLine("Last Telemetry", station.last_telemetry, { now })]),
    { label: "API Version", value: station.version_api || "–" },
  ];
}

/** A time and its age; `age` replaces the usual text of the age. */
function momentLine(
  label: string,
  time: Timestamp | null,
  { now, age }: { now: number; age?: string | null },
): Reading {
  if (time === null) return { label, value: "never" };
  const exact = exactMoment(time);
  const value = (
    <>
      {exact.slice(0, "2026-01-01 00:00:00".length)}
      <span className="muted">{` · ${age ?? agoText(ageMs(time, now) ?? 0)}`}</span>
    </>
  );
  return { label, value, title: exact };
}

type Opening = { isAdmin: boolean; onOpen: (dialog: OverviewDialog) => void };

function statisticsLines(station: Station, { isAdmin, onOpen }: Opening): Reading[] {
  const cycles = cycleCounts(station.last_telemetry_data?.cycles_performed);
  return [
    {
      label: "Swaps",
      value: (
        <button
          type="button"
          className={`label accent bare p-0 underlined ${styles.link}`}
          title="Swaps by period"
          aria-label={`${wholeNumber(station.swaps_performed)}, swaps by period`}
          onClick={() => onOpen("swaps")}
        >
          {wholeNumber(station.swaps_performed)}
        </button>
      ),
    },
    countLine("Swaps Since Shipment", sinceShipment(station.swaps_performed, station.swaps_shipment)),
    {
      label: "Errors",
      value: (
        <button
          type="button"
          className={`label accent bare p-0 underlined ${styles.link}`}
          title="Error log"
          aria-label={`${wholeNumber(station.errors_total)}, error log`}
          onClick={() => onOpen("errors")}
        >
          {wholeNumber(station.errors_total)}
        </button>
      ),
    },
    countLine("Errors Since Shipment", sinceShipment(station.errors_total, station.errors_shipment)),
    {
      label: "Errors Unresolved",
      value: (
        <Unresolved
          count={station.support_metrics?.errors_unresolved}
          {...(isAdmin && { onTriage: () => onOpen("triage") })}
        />
      ),
    },
    ...cycles.map(({ label, count }) => countLine(label, count)),
  ];
}

function countLine(label: string, count: number | null): Reading {
  const value = <span className="strong">{count === null ? "–" : wholeNumber(count)}</span>;
  return {
    label,
    value,
    title:
      count === null ? "Unknown: the station has no shipping date, or its counts were not recorded then" : undefined,
  };
}

type UnresolvedProps = { count: number | undefined; onTriage?: () => void };

/** The number of unresolved errors; for admins, a link to their triage. */
function Unresolved({ count, onTriage }: UnresolvedProps) {
  const text = (
    <span className={classes("inline-row gap-1h strong", Boolean(count) && "danger")}>
      {Boolean(count) && <Icon icon={IconAlertTriangle} size="s" />}
      {count === undefined ? "Unknown" : wholeNumber(count)}
    </span>
  );
  if (!onTriage) return text;
  return (
    <button
      type="button"
      className={`label accent bare p-0 underlined ${styles.link}`}
      title="Error Triage"
      aria-label={`${count === undefined ? "Unknown" : wholeNumber(count)}, error triage`}
      onClick={onTriage}
    >
      {text}
    </button>
  );
}

type SwapCountsProps = { notice: NonNullable<StationNotices["swap_counts"]> };

/** Warns staff that the two swap counts reported by a station differ. */
function SwapCountsDiffer({ notice: { by_events, by_counter, since } }: SwapCountsProps) {
  return (
    <Notice tone="warning" icon={IconArrowsDiff}>
      <b>Swap counts differ</b>
      {`\nThe station's events come to ${countText(by_events, "swap")}, its own counter to ${wholeNumber(by_counter)}, since ${exactMoment(since)}. Swaps are counted by events.`}
    </Notice>
  );
}

type SwapsDialogProps = { station: Station; title: string; now: number; onClose: () => void };

/** A station's swaps in each period; all periods end now. */
function SwapsDialog({ station, title, now, onClose }: SwapsDialogProps) {
  const shown = useShownFreshness();
  const sinceShipped = sinceShipment(station.swaps_performed, station.swaps_shipment);
  const rows = [
    ...timeWindow.options.map((window) => ({
      label: timeWindowLabels[window],
      count: periodSwaps(station, window, now),
    })),
    ...(station.shipped === null ? [] : [{ label: `Shipment (${station.shipped})`, count: sinceShipped }]),
  ];
  return (
    <Dialog title={`${title} Swaps`} icon={IconArrowsExchange} size="form" onClose={onClose}>
      <StaleBanner freshness={shown} content="the station" />
      <Table label="Swaps by period" head={[{ label: "Period" }, { label: "Swaps", isNumber: true }]}>
        {rows.map(({ label, count }) => (
          <tr key={label}>
            <Cell>{label}</Cell>
            <Cell isNumber>{count === null ? "–" : wholeNumber(count)}</Cell>
          </tr>
        ))}
      </Table>
    </Dialog>
  );
}
