import { useState } from "react";
import type { StationConfig } from "@groundcrew/shared/configs";
import type { StationTypes } from "@groundcrew/shared/station-types";
import type { Station } from "@groundcrew/shared/stations";
import { IconAdjustments, IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { Loaded, Time } from "../kit/index.ts";
import { useStationTypes } from "../station/index.ts";
import { Empty, Icon, TabLinks } from "../ui/index.ts";
import { ConfigView } from "./config-view.tsx";
import styles from "./configs.module.css";
import { useConfigs } from "./use-configs.ts";

const PARTS = ["current", "history"] as const;
const links = {
  current: { to: "/stations/$name/config", label: "Current" },
  history: { to: "/stations/$name/config/history", label: "History" },
} as const;

const CONFIG = { content: "the configurations", failure: "An error occurred loading config data." };

type ConfigTabProps = { station: Station; part: "current" | "history" };

/** A station's current configuration, or its history. */
export function ConfigTab({ station, part }: ConfigTabProps) {
  return (
    <>
      <TabLinks label="Config" links={links} tabs={PARTS} chosen={part} params={{ name: station.name }} />
      {part === "current" ? <Current station={station} /> : <ConfigHistory station={station} />}
    </>
  );
}

type PartProps = { station: Station };

function Current({ station }: PartProps) {
  const types = useStationTypes();
  const config = station.config_latest;
  if (!config) return <NoConfig />;
  return (
    <Loaded query={types} {...CONFIG}>
      {(loaded) => <ConfigView config={config} station={station} metadata={loaded[station.station_type]} />}
    </Loaded>
  );
}

function NoConfig() {
  return <Empty icon={IconAdjustments} sentence="There is no config data available yet." />;
}

/** All configurations that a station has reported, newest first; each expands in place. */
function ConfigHistory({ station }: PartProps) {
  const types = useStationTypes();
  return (
    <Loaded query={useConfigs(station.name)} {...CONFIG} empty={<NoConfig />}>
      {(configs) => (
        <Loaded query={types} {...CONFIG}>
          {(loaded) => <Revisions configs={configs} types={loaded} station={station} />}
        </Loaded>
      )}
    </Loaded>
  );
}

type RevisionsProps = PartProps & { types: StationTypes; configs: readonly StationConfig[] };

function Revisions({ configs, types, station }: RevisionsProps) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <ul className={`panel ruled ${styles.revisions}`} aria-label="Config history">
      {configs.map((config) => {
        const isOpen = open === config.created;
        return (
          <li key={config.created} data-key={config.created}>
            <button
              type="button"
              className={`row wrap full-width soft bare inner-focus hover ${styles.revision}`}
              aria-expanded={isOpen}
              onClick={() => setOpen(isOpen ? null : config.created)}
            >
              <Icon icon={isOpen ? IconChevronDown : IconChevronRight} />
              <b className="default">
                <Time at={config.created} />
              </b>
              <span>{`API ${config.version_api} · Firmware ${config.version_firmware}`}</span>
              <span className="size-caption muted">
                last seen <Time at={config.seen} />
              </span>
            </button>
            {isOpen && <ConfigView config={config} station={station} metadata={types[station.station_type]} />}
          </li>
        );
      })}
    </ul>
  );
}
