import {
  IconAdjustments,
  IconClipboardCheck,
  IconCamera,
  IconHeartbeat,
  IconLayoutDashboard,
  IconNotes,
  IconPencil,
  IconVideo,
} from "@tabler/icons-react";
import type { StationTab } from "../station/index.ts";
import type { TabLink } from "../ui/index.ts";

/** The tabs of a station's page. */
export const stationTabLinks: Record<StationTab, TabLink> = {
  overview: { label: "Overview", to: "/stations/$name", icon: IconLayoutDashboard },
  edit: { label: "Edit", to: "/stations/$name/edit", icon: IconPencil },
  telemetry: { label: "Telemetry", to: "/stations/$name/telemetry/latest/status", icon: IconHeartbeat },
  supportlog: { label: "Support Log", to: "/stations/$name/supportlog", icon: IconNotes },
  config: { label: "Config", to: "/stations/$name/config", icon: IconAdjustments },
  ssot: { label: "SSoT", to: "/stations/$name/ssot", icon: IconClipboardCheck },
  cameras: { label: "Cameras", to: "/stations/$name/cameras", icon: IconCamera },
  streams: { label: "Streams", to: "/stations/$name/streams", icon: IconVideo },
};
