import { memo } from "react";
import type { Station } from "@groundcrew/shared/stations";
import { copyText } from "../lib/index.ts";
import { classes, Icon, toast } from "../ui/index.ts";
import styles from "./type-button.module.css";
import type { StationType } from "@groundcrew/shared/telemetry";
import { IconBuildingWarehouse, IconCube, IconWorld, type Icon as TablerIcon } from "@tabler/icons-react";

/** The station's type. Pressing it copies the station's name. */
export const TypeButton = memo(function TypeButton({
  station,
  className,
}: {
  station: Station;
  className?: string | undefined;
}) {
  const { label, icon } = stationTypeIcons[station.station_type];

  async function handleClick() {
    if (await copyText(station.name)) toast("success", `Copied ${station.name} to clipboard`);
    else toast("danger", `This browser does not allow copying here. The name is ${station.name}`);
  }

  return (
    <button
      type="button"
      className={classes(styles.type, className)}
      title={`${label}: copy station name`}
      aria-label={`${label}: copy station name ${station.name}`}
      onClick={() => void handleClick()}
    >
      <Icon icon={icon} size="l" />
    </button>
  );
});

/** Label and icon of each station type. */
export const stationTypeIcons: Record<StationType, { label: string; icon: TablerIcon }> = {
  atlas: { label: "Atlas", icon: IconBuildingWarehouse },
  universal: { label: "Universal", icon: IconCube },
  global: { label: "Global", icon: IconWorld },
};
