import { Loaded } from "../kit/index.ts";
import { telemetryParts, type TelemetryPart } from "../station/index.ts";
import { type TabLink, TabLinks, VisuallyHidden } from "../ui/index.ts";
import { TelemetryAge, telemetryPartLabels, TelemetryView, useSnapshot } from "./telemetry-view.tsx";
import styles from "./telemetry.module.css";

const links: Record<TelemetryPart, TabLink> = {
  status: { to: "/stations/$name/telemetry/latest/status", label: telemetryPartLabels.status },
  motors: { to: "/stations/$name/telemetry/latest/motors", label: telemetryPartLabels.motors },
  chargers: { to: "/stations/$name/telemetry/latest/chargers", label: telemetryPartLabels.chargers },
  usb: { to: "/stations/$name/telemetry/latest/usb", label: telemetryPartLabels.usb },
  raw: { to: "/stations/$name/telemetry/latest/raw", label: telemetryPartLabels.raw },
};

/** A station's latest telemetry, as a tab of its page. */
export function TelemetryTab({ name, part }: { name: string; part: TelemetryPart }) {
  const snapshot = useSnapshot(name);
  return (
    <>
      <h2 className="absolute">
        <VisuallyHidden>Telemetry</VisuallyHidden>
      </h2>
      <TabLinks label="Telemetry" links={links} tabs={telemetryParts} chosen={part} params={{ name }} />
      <Loaded query={{ ...snapshot, data: snapshot.data?.station ?? undefined }} content="the telemetry">
        {(station) => (
          <div className={styles.tab}>
            <TelemetryAge station={station} />
            <TelemetryView station={station} part={part} />
          </div>
        )}
      </Loaded>
    </>
  );
}
