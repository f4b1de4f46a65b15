import type { StationType } from "@groundcrew/shared/telemetry";
import { IconBuildingWarehouse, IconCube, IconWorld, type Icon as TablerIcon } from "@tabler/icons-react";

/** Label and icon of each station type. */
export const stationTypeIcons: Record<StationType, { label: string; icon: TablerIcon }> = {
  atlas: { label: "Atlas", icon: IconBuildingWarehouse },
  universal: { label: "Universal", icon: IconCube },
  global: { label: "Global", icon: IconWorld },
};
