import type { AlertKind } from "@groundcrew/shared/alerts";
import {
  IconAlertTriangle,
  IconBatteryExclamation,
  IconBellRinging,
  IconBuildingBroadcastTower,
  IconCameraOff,
  IconClockExclamation,
  IconCpu,
  IconFlame,
  IconLock,
  IconPlayerPause,
  IconPlugConnectedX,
  IconTemperature,
  IconTrendingUp,
  IconUrgent,
  IconWifiOff,
  type Icon as TablerIcon,
} from "@tabler/icons-react";

/** The icon of each kind of alert and rule. */
export const kindIcons: Record<AlertKind, TablerIcon> = {
  offline: IconWifiOff,
  temperature: IconFlame,
  battery_error: IconBatteryExclamation,
  battery_temperature: IconTemperature,
  camera_missing: IconCameraOff,
  clock_skew: IconClockExclamation,
  no_swaps: IconPlayerPause,
  error_rate: IconAlertTriangle,
  error_group: IconTrendingUp,
  incident: IconUrgent,
  firmware: IconCpu,
  link_flapping: IconPlugConnectedX,
  site_outage: IconBuildingBroadcastTower,
  no_reports: IconPlugConnectedX,
  rejected_station: IconLock,
  external: IconBellRinging,
};
