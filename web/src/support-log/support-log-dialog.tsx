import { useId, useState } from "react";
import type { Station } from "@groundcrew/shared/stations";
import { IconAlertTriangle, IconNotes } from "@tabler/icons-react";
import { TriageList, useTriage, triageCountText, type Triage } from "../station-errors/index.ts";
import { stationTypeIcon, stationTitle } from "../station/index.ts";
import { Dialog, Icon, TabButtons } from "../ui/index.ts";
import { StationLog } from "./station-log.tsx";
import { TriageActions } from "./entry-form.tsx";
import { TriageBadge } from "./badges.tsx";

const tabs = ["log", "triage"] as const;

type SupportLogDialogProps = {
  station: Pick<Station, "name" | "serial_number" | "station_type" | "organization_name">;
  /** The initial tab. */
  tab?: (typeof tabs)[number];
  onClose: () => void;
};

/** Support Log and Error Triage of a station. What was typed in one tab is kept while the other is open. */
export function SupportLogDialog({ station, tab = "log", onClose }: SupportLogDialogProps) {
  const [current, setCurrent] = useState(tab);
  const panelId = useId();
  const triage = useTriage(station.name);
  const panel = (name: (typeof tabs)[number]) => ({
    role: "tabpanel",
    id: name === current ? panelId : undefined,
    "aria-labelledby": `${panelId}-${name}`,
    hidden: name !== current,
  });

  return (
    <Dialog
      title={stationTitle(station)}
      subtitle={`${station.name} · ${station.organization_name}`}
      icon={stationTypeIcon(station).icon}
      size="wide"
      isStatic
      tabs={
        <TabButtons
          label="Support Log and Error Triage"
          labels={{ log: logLabel, triage: <TriageLabel counts={triage.counts} /> }}
          tabs={tabs}
          chosen={current}
          panelId={panelId}
          onChoose={setCurrent}
        />
      }
      footer={current === "triage" && <TriageActions station={station.name} triage={triage} />}
      onClose={onClose}
    >
      <div {...panel("log")}>
        <StationLog station={station.name} />
      </div>
      <div {...panel("triage")}>
        <TriageList triage={triage} />
      </div>
    </Dialog>
  );
}

const logLabel = (
  <>
    <Icon icon={IconNotes} />
    Support Log
  </>
);

/** The badge counts all errors in triage, regardless of the time window. */
function TriageLabel({ counts }: Pick<Triage, "counts">) {
  return (
    <>
      <Icon icon={IconAlertTriangle} />
      Error Triage
      {counts && counts.triage > 0 && <TriageBadge>{triageCountText(counts)}</TriageBadge>}
    </>
  );
}
