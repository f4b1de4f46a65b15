import { useId, useState } from "react";
import { errorSentence } from "../data/api/index.ts";
import { FreshnessScope, StaleBanner } from "../data/freshness/index.ts";
import { useCloseWhen } from "../kit/index.ts";
import { stationTypeIcon, telemetryParts, stationTitle, type TelemetryPart } from "../station/index.ts";
import { Dialog, Loading, TabButtons, TabPanel } from "../ui/index.ts";
import { TelemetryAge, telemetryPartLabels, TelemetryView, useSnapshot } from "./telemetry-view.tsx";

type TelemetryDialogProps = {
  /** The station's name. */
  name: string;
  onClose: () => void;
};

/** A station's latest telemetry. Closes when the station cannot be loaded or does not exist. */
export function TelemetryDialog({ name, onClose }: TelemetryDialogProps) {
  const [part, setPart] = useState<TelemetryPart>("status");
  const panelId = useId();
  const { data, error, freshness, refetch } = useSnapshot(name);
  const missing = data?.station === null ? "This station doesn't seem to exist." : null;
  useCloseWhen(error && !data ? errorSentence(error) : missing, onClose);

  const station = data?.station;
  const title = station ? `${stationTitle(station)} Telemetry` : "Telemetry";
  return (
    <Dialog
      title={title}
      subtitle={name}
      {...(station && { icon: stationTypeIcon(station).icon })}
      aside={station && <TelemetryAge station={station} />}
      tabs={
        <TabButtons
          label="Telemetry"
          labels={telemetryPartLabels}
          tabs={telemetryParts}
          chosen={part}
          panelId={panelId}
          onChoose={setPart}
        />
      }
      onClose={onClose}
    >
      <TabPanel panelId={panelId} chosen={part}>
        <StaleBanner freshness={freshness} content="the telemetry" onRefresh={() => void refetch()} />
        <FreshnessScope freshness={freshness}>
          {station ? <TelemetryView station={station} part={part} /> : <Loading />}
        </FreshnessScope>
      </TabPanel>
    </Dialog>
  );
}
