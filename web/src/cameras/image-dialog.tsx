import type { Camera } from "@groundcrew/shared/cameras";
import type { Station } from "@groundcrew/shared/stations";
import { IconCamera } from "@tabler/icons-react";
import { titleOf } from "../station/index.ts";
import { Dialog } from "../ui/index.ts";
import { CameraImageView } from "./camera-image-view.tsx";
import styles from "./image-dialog.module.css";
import { UpdatedLabel } from "./updated-label.tsx";
import { useCameraImage } from "./use-camera-image.ts";

type ImageDialogProps = {
  station: Pick<Station, "name" | "serial_number">;
  camera: Camera;
  onClose: () => void;
};

/** The latest image of one camera, as large as fits. */
export function ImageDialog({ station, camera, onClose }: ImageDialogProps) {
  const image = useCameraImage({ station: station.name, camera: camera.id });
  return (
    <Dialog title={`${titleOf(station)} - ${camera.name}`} icon={IconCamera} size="wide" onClose={onClose}>
      <div className={styles.frame}>
        <CameraImageView image={image} name={camera.name} />
      </div>
      <UpdatedLabel image={image} className={styles.updated} />
    </Dialog>
  );
}
