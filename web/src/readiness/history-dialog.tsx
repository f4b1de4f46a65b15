import { hoursText } from "@groundcrew/shared/availability";
import { DAY_MS, SECOND_MS, type Timestamp } from "@groundcrew/shared/lib";
import { listMaintenance, type MaintenanceWindow } from "@groundcrew/shared/maintenance";
import {
  downloadReadinessHistory,
  getStationReadiness,
  READINESS_KEPT_DAYS,
  timeKindLabels,
  type HistoryEntry,
} from "@groundcrew/shared/readiness";
import type { Station } from "@groundcrew/shared/stations";
import { IconCalendarOff, IconClock, IconHistory, IconTool, type Icon as TablerIcon } from "@tabler/icons-react";
import { useState, type ComponentProps } from "react";
import { call } from "../data/api/index.ts";
import { serverNow, useServerNow } from "../data/clock/index.ts";
import { useServerData, useServerPages } from "../data/index.ts";
import { CsvDownload, Loaded, Segments, ShowMore } from "../kit/index.ts";
import { clockText, dateText, dayText, exactMoment, offsetText, shownZone } from "../lib/index.ts";
import { readinessIcons, reasonTitle, stationTitle, useTimeZone } from "../station/index.ts";
import { Cell, Dialog, Empty, Pill, Table } from "../ui/index.ts";

const labels = { day: "24 h", week: "7 d", month: "30 d", quarter: "90 d" } as const;
type Range = keyof typeof labels;
const days: Record<Range, number> = { day: 1, week: 7, month: 30, quarter: 90 };

const head = [
  { label: "From" },
  { label: "To" },
  { label: "State" },
  { label: "First Reason" },
  { label: "Duration", isNumber: true },
];

/** The states of a station's readiness until now, and their first reasons, newest first. */
export function HistoryDialog({ station, onClose }: { station: Station; onClose: () => void }) {
  const [range, setRange] = useState<Range>("week");
  const zone = useTimeZone([station]);
  const pages = useHistory(station.name, range);
  const maintenance = useServerData(listMaintenance, { query: { station: station.name } }).data ?? [];
  const now = useServerNow();
  return (
    <Dialog
      title="Readiness History"
      subtitle={stationTitle(station)}
      icon={IconHistory}
      size="wide"
      footer={
        <CsvDownload
          name={`READINESS_${station.name}`}
          load={() => {
            const query = { from: startOf(range, now), to: new Date(now).toISOString() };
            return call(downloadReadinessHistory, { params: { station: station.name }, query });
          }}
        />
      }
      onClose={onClose}
    >
      <div className="row wrap gap-2 mb-3">
        <Segments
          label="Range"
          labels={labels}
          options={["day", "week", "month", "quarter"]}
          value={range}
          onChange={setRange}
        />
        <span className="caption muted push-right">
          {`Times are ${zone === shownZone() ? "yours" : "of the station"}, ${offsetText(now, zone)}.`}
        </span>
      </div>
      <Loaded query={pages} content="the history">
        {({ history }) =>
          history === null || history.changes.length === 0 ? (
            <Empty icon={IconCalendarOff} sentence="Nothing was recorded in this range" />
          ) : (
            <>
              <Table label="Readiness" head={head} stacks>
                {history.changes.map((entry, nth) => {
                  const isOldest = nth === history.changes.length - 1 && !pages.more.hasMore;
                  return <EntryRow key={entry.from} {...{ entry, isOldest, station, maintenance, zone, now }} />;
                })}
              </Table>
              <ShowMore {...pages.more} shown={`${history.changes.length} shown.`} />
            </>
          )
        }
      </Loaded>
    </Dialog>
  );
}

function startOf(range: Range, now: number): Timestamp {
  return new Date(now - days[range] * DAY_MS).toISOString();
}

/** The history in a range that ends now, page by page. */
function useHistory(station: string, range: Range) {
  return useServerPages(
    getStationReadiness,
    ({ cursor: to }) => ({
      params: { station },
      query: { from: startOf(range, serverNow()), ...(to !== undefined && { to }) },
    }),
    {
      nameInCache: ["history", range],
      items: ({ history }) => history?.changes ?? [],
      withItems: (page, changes) => ({ ...page, history: page.history && { ...page.history, changes } }),
      keyOf: ({ from }) => from,
      hasNoFilters: true,
    },
  );
}

const looks: Record<HistoryEntry["kind"], { icon: TablerIcon; tone: ComponentProps<typeof Pill>["tone"] }> = {
  ready: { icon: readinessIcons.ready, tone: "ok" },
  limited: { icon: readinessIcons.limited, tone: "warn" },
  not_ready: { icon: readinessIcons.not_ready, tone: "solid" },
  unknown: { icon: readinessIcons.unknown, tone: "dashed" },
  maintenance: { icon: IconTool, tone: "accent" },
  not_recorded: { icon: IconClock, tone: "dashed" },
  uncounted: { icon: IconClock, tone: "dashed" },
};

type ReasonContext = { station: Station; maintenance: readonly MaintenanceWindow[] };
type RowProps = ReasonContext & {
  entry: HistoryEntry;
  /** True if nothing before it is in the range. */
  isOldest: boolean;
  zone: string;
  now: number;
};

function EntryRow({ entry, isOldest, zone, now, ...context }: RowProps) {
  const { from, until, kind } = entry;
  const { icon, tone } = looks[kind];
  const end = until === null ? now : Date.parse(until);
  const duration = hoursText(Math.max(1, Math.round((end - Date.parse(from)) / SECOND_MS)));
  return (
    <tr>
      <Cell label="From" title={exactMoment(from)}>
        <span className="nowrap">{shownTime(from, { zone, now })}</span>
      </Cell>
      <Cell label="To" title={until === null ? undefined : exactMoment(until)}>
        <span className="nowrap">{until === null ? "now" : endText(from, until, { zone, now })}</span>
      </Cell>
      <Cell label="State">
        <span>
          <Pill tone={tone} icon={icon}>
            {timeKindLabels[kind]}
          </Pill>
        </span>
      </Cell>
      <Cell label="First Reason">
        {isOldest && kind === "not_recorded" ? (
          <OldestNotRecorded station={context.station} from={from} />
        ) : (
          <span className="anywhere">{reasonOf(entry, context)}</span>
        )}
      </Cell>
      <Cell label="Duration" isNumber>
        {until === null ? `${duration} so far` : duration}
      </Cell>
    </tr>
  );
}

const NOT_RUNNING = "The server did not run";

/** Why time at the start of the range was not recorded: it is before the first change of the station, unless something was recorded before it. */
function OldestNotRecorded({ station, from }: { station: Station; from: Timestamp }) {
  const before = useServerData(
    getStationReadiness,
    {
      params: { station: station.name },
      query: { from: new Date(Date.parse(from) - READINESS_KEPT_DAYS * DAY_MS).toISOString(), to: from },
    },
    { keepsPrevious: true },
  );
  if (before.data === undefined) return <span className="muted">…</span>;
  const isGap = before.data.history?.changes.some(({ kind }) => kind !== "not_recorded");
  return isGap ? NOT_RUNNING : "Not recorded yet";
}

/** Why the station was in a state, as it was when that began. */
function reasonOf({ kind, reasons: [first], from }: HistoryEntry, { station, maintenance }: ReasonContext): string {
  if (kind === "not_recorded") return NOT_RUNNING;
  if (first === undefined) return kind === "uncounted" ? "Retired" : "–";
  const window =
    kind === "maintenance" && maintenance.find((one) => one.from <= from && from < (one.ended_at ?? one.until));
  if (window) return `${window.why} (${window.by})`;
  const title = reasonTitle(first, station.station_type);
  const { group = "" } = first.args;
  return first.code !== "swaps_failed" || group === "" ? title : `${title}: ${group.toString()}`;
}

type Clock = { zone: string; now: number };

/** A time by the clocks of a zone: "Nov 27 14:07". */
function shownTime(time: Timestamp, { zone, now }: Clock): string {
  return `${dayText(time, now, zone)} ${clockText(time, zone)}`;
}

/** The end of what began at a time: "14:07" on the same day. */
function endText(from: Timestamp, until: Timestamp, clock: Clock): string {
  const { zone } = clock;
  return dateText(from, zone) === dateText(until, zone) ? clockText(until, zone) : shownTime(until, clock);
}
