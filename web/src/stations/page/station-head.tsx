import { shortId } from "@groundcrew/shared/brand";
import { ageMs } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import {
  IconArrowLeft,
  IconClock,
  IconAdjustments,
  IconClipboardCheck,
  IconCamera,
  IconHeartbeat,
  IconLayoutDashboard,
  IconNotes,
  IconPencil,
  IconVideo,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { useConsole } from "../../console/index.ts";
import { agoText, exactMoment } from "../../lib/index.ts";
import { buttonClass, Heading, Icon, TabLinks } from "../../ui/index.ts";
import {
  LinkPill,
  stationTypeIcon,
  StatusReading,
  useReading,
  StationLink,
  type StationPath,
  type StationRoute,
  type StationTab,
  stationTabs,
} from "../../station/index.ts";
import styles from "./station-page.module.css";
import { useState, type ComponentProps } from "react";
import { Link } from "@tanstack/react-router";
import { lastList } from "../list-state.ts";

/** The station's title and status. */
export function StationHead({ station, now, user }: { station: Station; now: number; user: SessionUser }) {
  const { brand } = useConsole();
  const type = stationTypeIcon(station);
  const subtitle = [station.serial_number, station.organization_name, station.location_deployment].filter(Boolean);
  const { isStale } = useReading(station);
  const { last_online: lastOnlineAt } = station;

  return (
    <div className={styles.head}>
      <BackLink
        user={user}
        className={`${buttonClass("quiet", "icon")} ${styles.back}`}
        aria-label="Back to Stations List"
        title="Back to Stations List"
      >
        <Icon icon={IconArrowLeft} size="l" />
      </BackLink>
      <Heading
        level={1}
        title={shortId(station.name, brand)}
        fullTitle={station.name}
        subtitle={subtitle.join(" · ")}
        icon={type.icon}
        iconLabel={type.label}
        className={styles.titles}
      />
      <div className={styles.state}>
        <span>
          <LinkPill station={station} />
        </span>
        <span>
          <StatusReading station={station} />
        </span>
        <span className={styles.lastOnline} title={lastOnlineAt === null ? undefined : exactMoment(lastOnlineAt)}>
          <Icon icon={IconClock} size="s" />
          {station.last_online_status && !isStale ? "Last Online now" : lastOnline(ageMs(lastOnlineAt, now))}
        </span>
      </div>
    </div>
  );
}

function lastOnline(age: number | null): string {
  return `Last Online ${age === null ? "never" : agoText(age)}`;
}

type BackLinkProps = Pick<ComponentProps<"a">, "className" | "title" | "aria-label" | "children"> & {
  user: Pick<SessionUser, "email">;
};

/** A link back to the list as the user left it, with its search, sort and filters. */
export function BackLink({ user, ...rest }: BackLinkProps) {
  const [last] = useState(() => lastList(sessionStorage, user.email));
  if (!last) return <Link to="/" {...rest} />;
  return <Link to="/" search={last.query} state={{ listEntry: last.entry }} {...rest} />;
}

const tabDetails: Record<StationTab, { label: string; path: StationPath; icon: TablerIcon }> = {
  overview: { label: "Overview", path: "", icon: IconLayoutDashboard },
  edit: { label: "Edit", path: "edit", icon: IconPencil },
  telemetry: { label: "Telemetry", path: "telemetry/latest/status", icon: IconHeartbeat },
  supportlog: { label: "Support Log", path: "supportlog", icon: IconNotes },
  config: { label: "Config", path: "config", icon: IconAdjustments },
  ssot: { label: "SSoT", path: "ssot", icon: IconClipboardCheck },
  cameras: { label: "Cameras", path: "cameras", icon: IconCamera },
  streams: { label: "Streams", path: "streams", icon: IconVideo },
};

type StationTabsProps = { name: string; route: StationRoute; user: SessionUser };

export function StationTabs({ name, route, user }: StationTabsProps) {
  return (
    <TabLinks label="Station" className={styles.tabs}>
      {stationTabs(user).map((tab) => {
        const { label, path, icon } = tabDetails[tab];
        return (
          <StationLink key={tab} name={name} path={path} aria-current={route.tab === tab ? "page" : undefined}>
            <Icon icon={icon} />
            {label}
          </StationLink>
        );
      })}
    </TabLinks>
  );
}
