import { memo } from "react";
import { isCameraMissing } from "@groundcrew/shared/cameras";
import type { Station } from "@groundcrew/shared/stations";
import { IconCameraExclamation } from "@tabler/icons-react";
import { copyText } from "../lib/index.ts";
import { classes, Icon, toast } from "../ui/index.ts";
import type { StationDialog } from "./station-dialogs.tsx";
import styles from "./station-row.module.css";
import { stationTypeSigns } from "./station-type-signs.ts";

/** What a station is called on screen: its serial number, or its name while it has none. */
export function titleOf(station: Pick<Station, "serial_number" | "name">): string {
  return station.serial_number || station.name;
}

export const Identity = memo(function Identity({ station }: { station: Station }) {
  const title = titleOf(station);
  return (
    <div className={styles.id}>
      <b className={styles.serial} title={title}>
        {title}
      </b>
      <span className={styles.second}>{station.name}</span>
    </div>
  );
});

/** The station's kind. Pressing it copies the station's name. */
export const TypeButton = memo(function TypeButton({ station }: { station: Station }) {
  const { label, icon } = stationTypeSigns[station.station_type];

  async function handleClick() {
    if (await copyText(station.name)) toast("success", `Copied ${station.name} to clipboard`);
    else toast("danger", `This browser does not allow copying here. The name is ${station.name}`);
  }

  return (
    <button
      type="button"
      className={styles.type}
      title={`${label}: copy station name`}
      aria-label={`${label}: copy station name ${station.name}`}
      onClick={() => void handleClick()}
    >
      <Icon of={icon} size="l" />
    </button>
  );
});

/** Whose station it is, and where it stands. */
export const Place = memo(function Place({ station }: { station: Station }) {
  const location = station.location_deployment;
  return (
    <div className={styles.place}>
      <div className={styles.organization} title={station.organization_name}>
        {station.organization_name}
      </div>
      <div className={classes(styles.second, location === "" && styles.unknown)} title={location}>
        {location || "deploy location unknown"}
      </div>
    </div>
  );
});

type CameraWarningProps = { station: Station; onOpen: (dialog: StationDialog) => void };

/** Warns when a camera is missing; pressing it shows what the cameras see. */
export const CameraWarning = memo(function CameraWarning({ station, onOpen }: CameraWarningProps) {
  const label = "Not all cameras are detected";
  return (
    <div className={styles.cameras}>
      {isCameraMissing(station) && (
        <button
          type="button"
          className={styles.camera}
          title={label}
          aria-label={label}
          onClick={() => onOpen({ kind: "cameras", name: station.name })}
        >
          <Icon of={IconCameraExclamation} size="l" />
        </button>
      )}
    </div>
  );
});
