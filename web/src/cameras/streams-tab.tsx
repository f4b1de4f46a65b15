import type { Camera } from "@groundcrew/shared/cameras";
import type { Station } from "@groundcrew/shared/stations";
import { titleOf } from "../station/index.ts";
import { CameraStreams, useCameraStreams, StreamInfoButton } from "./camera-streams.tsx";
import styles from "./cameras-tab.module.css";
import { CamerasLoader } from "./cameras-loader.tsx";

/** The Streams tab of a station's page: live video, one camera at a time. */
export function StreamsTab({ station }: { station: Station }) {
  return (
    <CamerasLoader station={station}>{(cameras) => <Streams station={station} cameras={cameras} />}</CamerasLoader>
  );
}

function Streams({ station, cameras }: { station: Station; cameras: readonly Camera[] }) {
  const live = useCameraStreams({ station: station.name, cameras });
  return (
    <div className={styles.parts}>
      <CameraStreams {...live} />
      <div className={styles.buttons}>
        <StreamInfoButton title={titleOf(station)} live={live} />
      </div>
    </div>
  );
}
