import type { StationWithSnapshot } from "@groundcrew/shared/stations";
import { telemetryEmptyTexts, telemetryNotices, type Snapshot } from "@groundcrew/shared/telemetry";
import { IconHeartbeat } from "@tabler/icons-react";
import { ClockNotice, type TelemetryPart, useReading } from "../station/index.ts";
import { classes, Empty, Notice } from "../ui/index.ts";
import { ChargersPart } from "./chargers-part.tsx";
import { MotorsPart } from "./motors-part.tsx";
import { RawPart } from "./raw-part.tsx";
import { StatusPart } from "./status-part.tsx";
import styles from "./telemetry.module.css";
import { UsbPart } from "./usb-part.tsx";

type TelemetryViewProps = { station: StationWithSnapshot; part: TelemetryPart };

/** The notices of a snapshot, and one part of its content. */
export function TelemetryView({ station, part }: TelemetryViewProps) {
  const snapshot = station.last_telemetry_data;
  const { isStale } = useReading(station);
  const isLive = station.last_online_status && !isStale;
  if (!snapshot) return <Empty icon={IconHeartbeat} sentence={telemetryEmptyTexts.telemetry} />;
  return (
    <div className={classes(styles.view, !isLive && styles.old)}>
      {telemetryNotices(snapshot, station.station_type).map(({ tone, text }) => (
        <Notice key={`${tone} ${text}`} tone={tone}>
          {text}
        </Notice>
      ))}
      <ClockNotice station={station} />
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
