import { getStationReadiness } from "@groundcrew/shared/readiness";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import type { TimeWindow } from "@groundcrew/shared/lib";
import { IconChevronDown, IconChevronUp, IconX } from "@tabler/icons-react";
import { useServerData } from "../../data/index.ts";
import { useNewestRow } from "../../data/fleet/index.ts";
import { KeyHints } from "../../kit/index.ts";
import { ReasonList } from "../../readiness/index.ts";
import {
  LinkPill,
  ReadinessLine,
  ReadinessPill,
  type StationDialog,
  StationLink,
  StatusPill,
  stationTitle,
  TypeButton,
  useReading,
} from "../../station/index.ts";
import { buttonClass, IconButton, Notice } from "../../ui/index.ts";
import { StationDetails } from "../station-details.tsx";
import styles from "../list/stations-page.module.css";

type ContentProps = {
  user: SessionUser;
  time: TimeWindow;
  now: number;
  /** True once nobody walks on, so that more about the station is requested. */
  isSettled: boolean;
  onOpen: (dialog: StationDialog) => void;
};

type StationPanelProps = ContentProps & {
  name: string;
  /** Undefined if it does not exist, or no more. */
  station: Station | undefined;
  isListed: boolean;
  /** True if it stays as it was when the list was paused. */
  isPaused: boolean;
  onWalk: (step: 1 | -1) => void;
  onClose: () => void;
};

/** A station beside the list: its readiness, and what an expanded row has. */
export function StationPanel({ name, station, isListed, isPaused, onWalk, onClose, ...content }: StationPanelProps) {
  const title = station ? stationTitle(station) : name;
  return (
    <aside aria-label={title} className={`column panel sticky ${styles.panel}`}>
      <div className="row gap-2 p-3 border-below">
        {station && <TypeButton station={station} />}
        <div className="grow min-0">
          <h2 className={`truncate ${styles.title}`}>{title}</h2>
          <span className="block truncate caption muted">{name}</span>
        </div>
        <IconButton tone="quiet" icon={IconChevronUp} label="Previous station" onClick={() => onWalk(-1)} />
        <IconButton tone="quiet" icon={IconChevronDown} label="Next station" onClick={() => onWalk(1)} />
        <StationLink name={name} className={buttonClass("main")}>
          Open Station
        </StationLink>
        <IconButton tone="quiet" icon={IconX} label="Close (Esc)" onClick={onClose} />
      </div>
      <div className={`column gap-3 p-4 ${styles.body}`}>
        {!isListed && <Notice tone="info">No longer in this list</Notice>}
        {station && <Content key={name} {...content} station={station} isPaused={isPaused} />}
      </div>
      <div className={`sunken caption muted ${styles.foot}`}>
        <KeyHints keys={{ "↑ ↓": "move", Enter: "open", Space: "close" }} />
      </div>
    </aside>
  );
}

/** Everything about the station, from the newest row unless the list is paused. */
function Content(props: ContentProps & { station: Station; isPaused: boolean }) {
  const newest = useNewestRow(props.station);
  const station = props.isPaused ? props.station : newest;
  const { user, now, time, onOpen } = props;
  return (
    <>
      <div className="row gap-2">
        <ReadinessPill station={station} now={now} />
        <span className="push-right">
          <LinkPill station={station} />
        </span>
        <span>
          <StatusPill station={station} now={now} />
        </span>
      </div>
      <Reasons {...props} station={station} />
      <StationDetails {...{ station, time, now, onOpen }} isAdmin={user.can_admin} />
    </>
  );
}

/** Why the station is not ready: the first reason, then all of them. Nothing for one that is retired or not evaluated. */
function Reasons({ station, user, now, isSettled }: ContentProps & { station: Station }) {
  const { data } = useServerData(
    getStationReadiness,
    isSettled && station.readiness !== null ? { params: { station: station.name }, query: {} } : null,
  );
  const { isStale } = useReading(station);
  const { readiness, maintenance, station_type } = station;
  if (!data?.readiness) return <ReadinessLine {...{ readiness, maintenance, station_type, isStale, now }} />;
  return <ReasonList {...{ station, user, now }} readiness={data.readiness} ignored={data.ignored} />;
}
