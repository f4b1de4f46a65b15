import { Loaded } from "../kit/index.ts";
import { StationLink, telemetryParts, type TelemetryPart } from "../station/index.ts";
import { TabLinks, VisuallyHidden } from "../ui/index.ts";
import { TelemetryAge, telemetryPartLabels, TelemetryView, useSnapshot } from "./telemetry-view.tsx";
import styles from "./telemetry.module.css";

/** A station's latest telemetry, as a tab of its page. */
export function TelemetryTab({ name, part }: { name: string; part: TelemetryPart }) {
  const snapshot = useSnapshot(name);
  return (
    <div className={styles.tab}>
      <h2 className={styles.title}>
        <VisuallyHidden>Telemetry</VisuallyHidden>
      </h2>
      <TabLinks label="Telemetry" className={styles.links}>
        {telemetryParts.map((option) => (
          <StationLink
            key={option}
            name={name}
            path={`telemetry/latest/${option}`}
            aria-current={option === part ? "page" : undefined}
          >
            {telemetryPartLabels[option]}
          </StationLink>
        ))}
      </TabLinks>
      <Loaded query={{ ...snapshot, data: snapshot.data?.station ?? undefined }} content="the telemetry">
        {(station) => (
          <>
            <TelemetryAge station={station} />
            <TelemetryView station={station} part={part} />
          </>
        )}
      </Loaded>
    </div>
  );
}
