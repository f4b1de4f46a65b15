import { useEffect, useEffectEvent, useId, useState } from "react";
import { errorSentence } from "../api/index.ts";
import { FreshnessScope, StaleBanner } from "../freshness/index.ts";
import { stationTypeIcon, telemetryParts, stationTitle, type TelemetryPart } from "../station/index.ts";
import { Dialog, Loading, TabButtons, TabPanel, toast } from "../ui/index.ts";
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
  useCloseWhenMissing({ isMissing: data?.station === null, error: data ? null : error, onClose });

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

type CloseOptions = { isMissing: boolean; error: Error | null; onClose: () => void };

function useCloseWhenMissing({ isMissing, error, onClose }: CloseOptions): void {
  const reason = error ? errorSentence(error) : isMissing ? "This station doesn't seem to exist." : null;
  const close = useEffectEvent((reason: string) => {
    toast("danger", reason);
    onClose();
  });
  useEffect(() => {
    if (reason !== null) close(reason);
  }, [reason]);
}
