import { useState } from "react";
import type { StationConfig } from "@groundcrew/shared/configs";
import type { StationTypes } from "@groundcrew/shared/station-types";
import type { Station } from "@groundcrew/shared/stations";
import { IconAdjustments, IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { errorSentence } from "../api/index.ts";
import { StaleBanner } from "../freshness/index.ts";
import { exactMoment, momentText } from "../lib/index.ts";
import { useStationTypes, StationLink } from "../station/index.ts";
import { Empty, Failed, Icon, Loading, TabLinks } from "../ui/index.ts";
import { ConfigView } from "./config-view.tsx";
import styles from "./config.module.css";
import { useConfigs } from "./use-configs.ts";

type ConfigTabProps = { station: Station; part: "current" | "history" };

/** A station's current configuration, or its history. */
export function ConfigTab({ station, part }: ConfigTabProps) {
  return (
    <div className={styles.tab}>
      <TabLinks label="Config" className={styles.links}>
        <StationLink name={station.name} path="config" aria-current={part === "current" ? "page" : undefined}>
          Current
        </StationLink>
        <StationLink name={station.name} path="config/history" aria-current={part === "history" ? "page" : undefined}>
          History
        </StationLink>
      </TabLinks>
      {part === "current" ? <Current station={station} /> : <ConfigHistory station={station} />}
    </div>
  );
}

function Current({ station }: { station: Station }) {
  const types = useStationTypes();
  const config = station.config_latest;
  if (!config) return <Empty icon={IconAdjustments} sentence="There is no config data available yet." />;
  if (types.data) return <ConfigView config={config} station={station} metadata={types.data[station.station_type]} />;
  if (!types.error || types.isFetching) return <Loading />;
  return (
    <Failed
      sentence="An error occurred loading config data."
      reason={errorSentence(types.error)}
      onReload={() => void types.refetch()}
    />
  );
}

/** All configurations that a station has reported, newest first; each expands in place. */
function ConfigHistory({ station }: { station: Pick<Station, "name" | "station_type" | "ssot_latest"> }) {
  const types = useStationTypes();
  const configs = useConfigs(station.name);
  const error = configs.error ?? types.error;

  function handleReload() {
    if (configs.error) void configs.refetch();
    if (types.error) void types.refetch();
  }

  if (configs.data && types.data) {
    return (
      <>
        <StaleBanner
          freshness={configs.freshness}
          content="the configurations"
          onRefresh={() => void configs.refetch()}
        />
        <Revisions configs={configs.data} types={types.data} station={station} />
      </>
    );
  }
  if (!error || configs.isFetching || types.isFetching) return <Loading />;
  return (
    <Failed sentence="An error occurred loading config data." reason={errorSentence(error)} onReload={handleReload} />
  );
}

type RevisionsProps = {
  configs: readonly StationConfig[];
  types: StationTypes;
  station: Pick<Station, "station_type" | "ssot_latest">;
};

function Revisions({ configs, types, station }: RevisionsProps) {
  const [open, setOpen] = useState<string | null>(null);
  if (configs.length === 0) return <Empty icon={IconAdjustments} sentence="There is no config data available yet." />;
  return (
    <ul className={styles.revisions} aria-label="Config history">
      {configs.map((config) => {
        const isOpen = open === config.created;
        return (
          <li key={config.created}>
            <button
              type="button"
              className={styles.revision}
              aria-expanded={isOpen}
              title={exactMoment(config.created)}
              onClick={() => setOpen(isOpen ? null : config.created)}
            >
              <Icon icon={isOpen ? IconChevronDown : IconChevronRight} />
              <b>{momentText(config.created)}</b>
              <span>{`API ${config.version_api} · Firmware ${config.version_firmware}`}</span>
              <span className={styles.seen}>{`last seen ${momentText(config.seen)}`}</span>
            </button>
            {isOpen && <ConfigView config={config} station={station} metadata={types[station.station_type]} />}
          </li>
        );
      })}
    </ul>
  );
}
