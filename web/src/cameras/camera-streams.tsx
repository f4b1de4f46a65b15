import { useId, useState, type ReactNode } from "react";
import type { Camera } from "@groundcrew/shared/cameras";
import { IconInfoCircle, IconPlayerPlayFilled } from "@tabler/icons-react";
import { StreamInfoDialog, StreamPlayer, useStream } from "../streams/index.ts";
import { Button, Icon, TabButtons, TabPanel } from "../ui/index.ts";
import { StoredImage, UpdatedLabel } from "./camera-image-view.tsx";
import styles from "./cameras.module.css";
import { displayedImage, useCameraImage } from "./use-camera-image.ts";

type CameraStreamsProps = {
  /** The station's name. */
  station: string;
  /** The first one is selected initially. */
  cameras: readonly Camera[];
};

/** Live video of a station, one camera at a time: the selected camera and its stream. */
export function useCameraStreams({ station, cameras }: CameraStreamsProps) {
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const camera = cameras.find(({ id }) => id === selectedId) ?? cameras[0];
  const live = useStream(station, camera?.id);
  return { station, cameras, camera, select: setSelectedId, ...live };
}

/** A tab for each camera, and below them the live video of the selected one. */
export function CameraStreams({ station, cameras, camera, select, view, stream }: ReturnType<typeof useCameraStreams>) {
  const panelId = useId();
  if (!camera) return null;
  const labels = Object.fromEntries(cameras.map(({ id, name }) => [id, label(name, id === camera.id)]));
  return (
    <div className="stack gap-3">
      <div className="min-0">
        <TabButtons
          label="Cameras"
          variant="segments"
          labels={labels}
          tabs={cameras.map(({ id }) => id)}
          chosen={camera.id}
          panelId={panelId}
          onChoose={select}
        />
      </div>
      <TabPanel panelId={panelId} chosen={camera.id}>
        <StreamPlayer
          view={view}
          stream={stream}
          camera={camera.name}
          still={<CameraStill key={camera.id} station={station} camera={camera} />}
        />
      </TabPanel>
    </div>
  );
}

function label(name: string, isSelected: boolean): ReactNode {
  return (
    <>
      {isSelected && <Icon icon={IconPlayerPlayFilled} size="s" />}
      {name}
    </>
  );
}

/** A camera's latest image with its age, shown until live video starts; nothing without an image. */
function CameraStill({ station, camera }: { station: string; camera: Camera }) {
  const image = useCameraImage({ station, camera: camera.id });
  const stored = displayedImage(image);
  if (!stored) return null;
  return (
    <>
      <StoredImage
        bytes={stored.bytes}
        className={`full-width ${styles.streamImage}`}
        alt={`Latest from ${camera.name}, not live`}
      />
      <UpdatedLabel image={image} className={`absolute rounded caption strong ${styles.streamUpdated}`} />
    </>
  );
}

type StreamInfoButtonProps = {
  /** The station's serial number or name. */
  title: string;
  live: Pick<ReturnType<typeof useCameraStreams>, "station" | "view" | "stream">;
};

/** Opens the details of the current stream. */
export function StreamInfoButton({ title, live }: StreamInfoButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={IconInfoCircle} onClick={() => setOpen(true)}>
        Stream Info
      </Button>
      {isOpen && <StreamInfoDialog title={title} {...live} onClose={() => setOpen(false)} />}
    </>
  );
}
