import { ageMs } from "@groundcrew/shared/lib";
import { type StationWithSnapshot, listStations, stationWithSnapshot } from "@groundcrew/shared/stations";
import {
  motorTables,
  telemetryEmptyTexts,
  telemetryNotices,
  type MotorTable,
  type Snapshot,
  type StationType,
} from "@groundcrew/shared/telemetry";
import { IconClock, IconCopy, IconEngine, IconHeartbeat } from "@tabler/icons-react";
import { useServerNow } from "../data/clock/index.ts";
import { agoText, clockText, copyText, exactMoment, distinctKeys } from "../lib/index.ts";
import { LinkNotices, useReading, type TelemetryPart } from "../station/index.ts";
import { Button, Cell, classes, Empty, Icon, Notice, RawText, Table, toast } from "../ui/index.ts";
import { ChargersPart } from "./chargers-part.tsx";
import { StatusPart } from "./status-part.tsx";
import styles from "./telemetry.module.css";
import { UsbPart } from "./usb-part.tsx";
import { useServerValue } from "../data/index.ts";

type TelemetryViewProps = { station: StationWithSnapshot; part: TelemetryPart };

/** The notices of a snapshot, and one part of its content. */
export function TelemetryView({ station, part }: TelemetryViewProps) {
  const snapshot = station.last_telemetry_data;
  const { isStale } = useReading(station);
  const isLive = station.last_online_status && !isStale && !station.invalid_messages;
  if (!snapshot) return <Empty icon={IconHeartbeat} sentence={telemetryEmptyTexts.telemetry} />;
  return (
    <div className={classes(styles.view, !isLive && styles.old)}>
      {telemetryNotices(snapshot, station.station_type).map(({ tone, text }) => (
        <Notice key={`${tone} ${text}`} tone={tone}>
          {text}
        </Notice>
      ))}
      <LinkNotices station={station} />
      <Part station={station} snapshot={snapshot} part={part} isLive={isLive} />
    </div>
  );
}

function Part({ station, snapshot, part, isLive }: TelemetryViewProps & { snapshot: Snapshot; isLive: boolean }) {
  switch (part) {
    case "status":
      return <StatusPart station={station} snapshot={snapshot} />;
    case "motors":
      return <MotorsPart snapshot={snapshot} type={station.station_type} />;
    case "chargers":
      return <ChargersPart snapshot={snapshot} type={station.station_type} isLive={isLive} />;
    case "usb":
      return <UsbPart usb={snapshot.status?.usb_status} />;
    case "raw":
      return <RawPart snapshot={snapshot} />;
  }
}

/** The motor tables of a station, without empty ones. */
function MotorsPart({ snapshot, type }: { snapshot: Snapshot; type: StationType }) {
  const tables = motorTables(snapshot, type).filter(({ rows }) => rows.length > 0);
  if (tables.length === 0) return <Empty icon={IconEngine} sentence="There is no motor data for this station." />;
  return tables.map((table) => (
    <section key={table.title} className={`unbroken min-0 ${styles.section}`}>
      <h3 className="row gap-2 mb-2 label">{table.title}</h3>
      <Motors {...table} />
    </section>
  ));
}

function Motors({ title, head, rows }: MotorTable) {
  const columns = head.map((label, index) => ({ label, isNumber: areNumbers(rows.map(({ cells }) => cells[index])) }));
  const keys = distinctKeys(rows.map(({ name }) => name));
  return (
    <Table label={title} head={columns}>
      {rows.map(({ name, cells }, row) => (
        <tr key={keys[row]} title={name}>
          {columns.map(({ label, isNumber }, index) => (
            <Cell key={label} isNumber={isNumber}>
              {cells[index]}
            </Cell>
          ))}
        </tr>
      ))}
    </Table>
  );
}

function areNumbers(texts: readonly (string | undefined)[]): boolean {
  return texts.some(isNumber) && texts.every((text) => isNumber(text) || text === "–");
}

function isNumber(text: string | undefined): boolean {
  return /^-?\d/.test(text ?? "") && !Number.isNaN(Number(text));
}

/** The complete snapshot as JSON. */
function RawPart({ snapshot }: { snapshot: Snapshot }) {
  const text = JSON.stringify(snapshot, null, 2);

  async function handleCopy() {
    if (await copyText(text)) toast("success", "Copied telemetry to clipboard");
    else toast("danger", "This browser does not allow copying from this page.");
  }

  return (
    <div className={`column gap-2 ${styles.raw}`}>
      <Button icon={IconCopy} onClick={() => void handleCopy()}>
        Copy
      </Button>
      <RawText label="Raw telemetry" rows={24} text={text} />
    </div>
  );
}

/** The age of the telemetry. */
export function TelemetryAge({ station }: { station: Pick<StationWithSnapshot, "last_telemetry"> }) {
  const now = useServerNow();
  const { last_telemetry: reportedAt } = station;
  const age = ageMs(reportedAt, now);
  if (reportedAt === null || age === null) return null;
  return (
    <span className={`inline-row gap-1 nowrap caption muted ${styles.age}`} title={exactMoment(reportedAt)}>
      <Icon icon={IconClock} size="s" />
      <span className={styles.from}>{`Telemetry from ${clockText(reportedAt)} · `}</span>
      {agoText(age)}
    </span>
  );
}

/** The labels of the telemetry's parts. */
export const telemetryPartLabels: Record<TelemetryPart, string> = {
  status: "Status",
  motors: "Motors",
  chargers: "Chargers",
  usb: "USB",
  raw: "Raw",
};

/** A station with its last snapshot; null when it does not exist. */
type SnapshotResult = { station: StationWithSnapshot | null };

/** A station's last snapshot, reloaded every 15 seconds. */
export function useSnapshot(name: string) {
  const args = { query: { station_name: name, include_telemetry: true }, headers: {} };
  return useServerValue(listStations, args, {
    read([first]): SnapshotResult {
      // The list's items have several shapes; a list of one station has the complete snapshot.
      return { station: first && "rev" in first ? stationWithSnapshot.parse(first) : null };
    },
  });
}
