import { errorSentence } from "../api/index.ts";
import { FreshnessScope, StaleBanner } from "../freshness/index.ts";
import { StationLink, telemetryParts, type TelemetryPart } from "../station/index.ts";
import { Failed, Loading, TabLinks, VisuallyHidden } from "../ui/index.ts";
import { TelemetryAge, telemetryPartLabels, TelemetryView, useSnapshot } from "./telemetry-view.tsx";
import styles from "./telemetry.module.css";

/** A station's latest telemetry, as a tab of its page. */
export function TelemetryTab({ name, part }: { name: string; part: TelemetryPart }) {
  const { data, error, isFetching, freshness, refetch } = useSnapshot(name);
  const station = data?.station;

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
      {station ? (
        <>
          <StaleBanner freshness={freshness} content="the telemetry" onRefresh={() => void refetch()} />
          <FreshnessScope freshness={freshness}>
            <TelemetryAge station={station} />
            <TelemetryView station={station} part={part} />
          </FreshnessScope>
        </>
      ) : error && !isFetching ? (
        <Failed
          sentence="The telemetry could not be loaded."
          reason={errorSentence(error)}
          onReload={() => void refetch()}
        />
      ) : (
        <Loading />
      )}
    </div>
  );
}
