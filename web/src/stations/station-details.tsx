import { ageMs, type Timestamp, type TimeWindow } from "@groundcrew/shared/lib";
import type { Station } from "@groundcrew/shared/stations";
import {
  IconBattery,
  IconBatteryCharging,
  IconCamera,
  IconCameraOff,
  IconChartLine,
  IconClock,
  IconHeartbeat,
  IconPencil,
} from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { agoText, exactMoment, momentText, distinctKeys } from "../lib/index.ts";
import { currentUser } from "../sessions/index.ts";
import { Button, buttonClass, classes, Icon, lazyPanel } from "../ui/index.ts";
import { LinkNotices, type StationDialog, StationLink, useReading } from "../station/index.ts";
import { type CameraFact, reportedCameras, type Fact, stationFacts } from "./facts.ts";
import { MaintenanceButtons } from "./maintenance-buttons.tsx";
import styles from "./station-page.module.css";

const StationLogAccordion = lazyPanel(async () => (await import("../support-log/index.ts")).StationLogAccordion);

type StationDetailsProps = {
  station: Station;
  time: TimeWindow;
  now: number;
  isAdmin: boolean;
  onOpen: (dialog: StationDialog) => void;
};

/** The content of an expanded row: facts, batteries, cameras, and actions. */
export function StationDetails({ station, time, now, isAdmin, onOpen }: StationDetailsProps) {
  const telemetry = station.last_telemetry_data;
  const { isStale } = useReading(station);
  const user = currentUser(useQueryClient());
  const isLive = station.last_online_status && !isStale && !station.invalid_messages;
  return (
    <div className={classes("one-column-medium grid gap-5 align-start", styles.details, !isLive && styles.old)}>
      <div className="column gap-4">
        {station.description !== "" && (
          <p className={`anywhere small soft ${styles.description}`}>{station.description}</p>
        )}
        <LinkNotices station={station} />
        {!isLive && <ReadingsAge at={station.last_telemetry} now={now} />}
        <dl className={`small ${styles.facts}`}>
          {stationFacts(station, { time, now }).map((fact) => (
            <FactLine key={fact.label} fact={fact} />
          ))}
        </dl>
        <Batteries batteries={telemetry?.battery_info?.batteries ?? []} isLive={isLive} />
        <Cameras
          cameras={reportedCameras(station)}
          isLive={isLive}
          onOpen={() => onOpen({ kind: "cameras", name: station.name })}
        />
        <div className="flex wrap gap-2">
          {isAdmin && (
            <StationLink name={station.name} path="edit" className={buttonClass("plain")}>
              <Icon icon={IconPencil} />
              Edit
            </StationLink>
          )}
          <Button icon={IconCamera} onClick={() => onOpen({ kind: "cameras", name: station.name })}>
            Cameras
          </Button>
          <Button icon={IconHeartbeat} onClick={() => onOpen({ kind: "telemetry", name: station.name })}>
            Telemetry
          </Button>
          <Button icon={IconChartLine} onClick={() => onOpen({ kind: "history", name: station.name })}>
            Data History
          </Button>
          <MaintenanceButtons stations={[station]} user={user} onOpen={onOpen} />
        </div>
      </div>
      {isAdmin && <StationLogAccordion station={station.name} />}
    </div>
  );
}

/** The age of an offline station's last readings. */
function ReadingsAge({ at, now }: { at: Timestamp | null; now: number }) {
  const age = ageMs(at, now);
  return (
    <p className="row gap-1h small soft" title={at === null ? undefined : exactMoment(at)}>
      <Icon icon={IconClock} size="s" />
      {at === null || age === null ? "No telemetry yet" : `Readings of ${momentText(at)}, ${agoText(age)}`}
    </p>
  );
}

function FactLine({ fact: { label, value, title, href, isReading } }: { fact: Fact }) {
  return (
    <div className={`unbroken py-1 grid gap-2 ${styles.fact}`}>
      <dt className="muted">{label}</dt>
      <dd className="anywhere" title={title}>
        {href === undefined ? (
          <span className={classes(isReading && styles.reading)}>{value}</span>
        ) : (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {value}
          </a>
        )}
      </dd>
    </div>
  );
}

type Battery = { name: string; on_off: boolean; current?: number | null | undefined };

/** Batteries by name. A charging battery shows its current; an offline station's have no color. */
function Batteries({ batteries, isLive }: { batteries: readonly Battery[]; isLive: boolean }) {
  if (batteries.length === 0) return null;
  const keys = distinctKeys(batteries.map(({ name }) => name));
  return (
    <section>
      <h2 className="label mb-2">Batteries</h2>
      <ul className={`one-column-tiny grid gap-1h ${styles.batteries}`}>
        {batteries.map(({ name, on_off, current }, index) => (
          <li key={keys[index]} className={classes(styles.battery, on_off && isLive && styles.charging)}>
            <Icon icon={on_off ? IconBatteryCharging : IconBattery} />
            <span>{name}</span>
            <span>{on_off ? `ON${amperes(current ?? null)}` : "OFF"}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function amperes(currentMa: number | null): string {
  return currentMa === null ? "" : ` ${(currentMa / 1_000).toFixed(2)} A`;
}

type CamerasProps = { cameras: readonly CameraFact[]; isLive: boolean; onOpen: () => void };

/** Which cameras are detected. Pressing one opens the cameras. */
function Cameras({ cameras, isLive, onOpen }: CamerasProps) {
  if (cameras.length === 0) return null;
  const detected = cameras.filter((camera) => camera.detected).length;
  return (
    <section>
      <h2 className="label mb-2">
        Cameras <span className="normal muted">{`${detected} of ${cameras.length} detected`}</span>
      </h2>
      <ul className="flex wrap gap-1h">
        {cameras.map((camera) => (
          <li key={camera.id}>
            <button
              type="button"
              className={classes("pointer rounded hover", styles.camera, !camera.detected && isLive && styles.missing)}
              title="Show images"
              onClick={onOpen}
            >
              <Icon icon={camera.detected ? IconCamera : IconCameraOff} />
              <span>{camera.name}</span>
              <span>{camera.detected ? "ON" : "OFF"}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
