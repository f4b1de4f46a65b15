import { memo } from "react";
import { isCameraMissing } from "@groundcrew/shared/cameras";
import type { Station } from "@groundcrew/shared/stations";
import { IconCameraExclamation } from "@tabler/icons-react";
import { classes, Icon } from "../ui/index.ts";
import { type StationDialog, titleOf } from "../station/index.ts";
import styles from "./station-row.module.css";

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

/** A station's organization and location. */
export const Location = memo(function Location({ station }: { station: Station }) {
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

/** Warns when a camera is missing; pressing it opens the cameras. */
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
          <Icon icon={IconCameraExclamation} size="l" />
        </button>
      )}
    </div>
  );
});
