import {
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
import type { SessionUser } from "@groundcrew/shared/sessions";
import { Icon, TabLinks } from "../../ui/index.ts";
import { StationLink, type StationRoute, type StationTab, stationTabs } from "../../station/index.ts";
import styles from "./station-page.module.css";

const signs: Record<StationTab, { label: string; path: string; icon: TablerIcon }> = {
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
        const { label, path, icon } = signs[tab];
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
