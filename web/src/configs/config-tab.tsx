import type { Station } from "@groundcrew/shared/stations";
import { IconAdjustments } from "@tabler/icons-react";
import { sentenceOf } from "../api/index.ts";
import { useStationTypes } from "../station-types/index.ts";
import { StationLink } from "../station/index.ts";
import { Empty, Failed, Loading, TabLinks } from "../ui/index.ts";
import { ConfigHistory } from "./config-history.tsx";
import { ConfigView } from "./config-view.tsx";
import styles from "./config.module.css";

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
      reason={sentenceOf(types.error)}
      onReload={() => void types.refetch()}
    />
  );
}
