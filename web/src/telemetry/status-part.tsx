import type { StationWithSnapshot } from "@groundcrew/shared/stations";
import { addressText, statusSections, telemetryEmptyTexts, type Snapshot } from "@groundcrew/shared/telemetry";
import {
  IconBuildingWarehouse,
  IconMapPin,
  IconNetwork,
  IconServer,
  IconTemperature,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { useServerNow } from "../data/clock/index.ts";
import { exactMoment, momentText, shownUnit } from "../lib/index.ts";
import { stationUptime } from "../station/index.ts";
import { Icon, Readings, type Reading } from "../ui/index.ts";
import styles from "./telemetry.module.css";

const sectionIcons: Record<string, TablerIcon> = {
  Station: IconServer,
  Mechanics: IconBuildingWarehouse,
  Climate: IconTemperature,
  Networking: IconNetwork,
};

type StatusPartProps = { station: StationWithSnapshot; snapshot: Snapshot };

/** The values of a snapshot that are not in one of the tables. */
export function StatusPart({ station, snapshot }: StatusPartProps) {
  const now = useServerNow();
  const sections = statusSections(snapshot, shownUnit.get()).map(({ title, lines }) => {
    const readings = lines.map(({ label, text }): Reading => ({ label, value: text }));
    return { title, lines: title === "Station" ? readings.toSpliced(1, 0, uptimeLine(station, now)) : readings };
  });
  return (
    <div className={styles.sections}>
      {sections.map(({ title, lines }) => (
        <Section key={title} title={title} icon={sectionIcons[title] ?? IconServer}>
          <Readings lines={lines} />
        </Section>
      ))}
      <Section title="Location" icon={IconMapPin}>
        <Location status={snapshot.status} />
      </Section>
    </div>
  );
}

type SectionProps = { title: string; icon: TablerIcon; children: React.ReactNode };

function Section({ title, icon, children }: SectionProps) {
  return (
    <section className={`unbroken min-0 ${styles.section}`}>
      <h3 className="row gap-2 mb-2 label">
        <Icon icon={icon} />
        {title}
      </h3>
      {children}
    </section>
  );
}

function uptimeLine(station: StationWithSnapshot, now: number): Reading {
  const uptime = stationUptime(station, now);
  if (!uptime) return { label: "Uptime", value: "–" };
  if (uptime.kind === "duration") return { label: "Uptime", value: uptime.text };
  return { label: "Uptime", value: `since ${momentText(uptime.started)}`, title: exactMoment(uptime.started) };
}

/** The station's location: derived from its IP address, as configured, and by GPS. */
function Location({ status }: { status: Snapshot["status"] }) {
  const address = addressText(status?.location_data);
  const reason = status?.location_data?.error;
  const lines = [
    { label: "Address", value: address },
    { label: "Location", value: status?.location },
    { label: "GPS Location", value: status?.gps_location },
  ].filter(({ value }) => Boolean(value));
  return (
    <>
      {address === null && (
        <p className="py-1 small muted" title={reason}>
          {telemetryEmptyTexts.location}
        </p>
      )}
      <Readings lines={lines} />
    </>
  );
}
