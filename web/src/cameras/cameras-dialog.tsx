import { useEffect, useEffectEvent, useId, useState, type ReactNode } from "react";
import type { Camera } from "@groundcrew/shared/cameras";
import type { Station } from "@groundcrew/shared/stations";
import { IconCamera, IconVideo } from "@tabler/icons-react";
import { sentenceOf } from "../api/index.ts";
import { useConsole } from "../console/index.ts";
import { oldest, StaleBanner } from "../freshness/index.ts";
import { isGone, stationTypeIcons, titleOf, useStation } from "../station/index.ts";
import { Dialog, Failed, Icon, Loading, TabButtons, TabPanel, toast } from "../ui/index.ts";
import { CameraGrid } from "./camera-grid.tsx";
import { CameraStreams, useCameraStreams } from "./camera-streams.tsx";
import { CaptureButtons, CaptureNotices } from "./capture-controls.tsx";
import { NoCameras } from "./no-cameras.tsx";
import { StreamInfoButton } from "./stream-info-button.tsx";
import { useCameras } from "./use-cameras.ts";
import { useTakeImages } from "./use-take-images.ts";

type CamerasDialogProps = {
  /** Name of the station. */
  name: string;
  onClose: () => void;
};

const TABS = ["cameras", "streams"] as const;
type Tab = (typeof TABS)[number];

/** What a station's cameras see: their latest images, and live video. Closes by itself when there is no such station. */
export function CamerasDialog({ name, onClose }: CamerasDialogProps) {
  const [tab, setTab] = useState<Tab>("cameras");
  const panelId = useId();
  const { brand } = useConsole();
  const { known, error, freshness, refresh } = useStation(name);
  const station = known?.station;
  const { cameras, error: camerasError, reload, ...list } = useCameras(name, station?.station_type);
  const { content, footer } = useTab(tab, { name, station, cameras });
  useCloseWhenGone(error, onClose);

  const failure = (cameras ? null : camerasError) ?? (known ? null : error);
  return (
    <Dialog
      title={`${station ? titleOf(station) : name} - ${brand.camera_label}`}
      {...(station && { subtitle: station.description || name, icon: stationTypeIcons[station.station_type].icon })}
      size="wide"
      tabs={<TabButtons label="Views" labels={labels} tabs={TABS} chosen={tab} panelId={panelId} onChoose={setTab} />}
      footer={failure ? null : footer}
      onClose={onClose}
    >
      <TabPanel panelId={panelId} chosen={tab}>
        {failure ? (
          <Failed
            sentence="The cameras could not be loaded."
            reason={sentenceOf(failure)}
            onReload={() => (reload(), refresh())}
          />
        ) : (
          <>
            <StaleBanner
              freshness={oldest(freshness, list.freshness)}
              content="the station"
              onRefresh={() => (reload(), refresh())}
            />
            {content}
          </>
        )}
      </TabPanel>
    </Dialog>
  );
}

type Shown = { name: string; station: Station | undefined; cameras: Camera[] | undefined };

/** What a tab shows, and what stands in the footer. Live video is sent only while its tab is shown. */
function useTab(tab: Tab, { name, station, cameras }: Shown): { content: ReactNode; footer: ReactNode } {
  const capture = useTakeImages(name);
  const live = useCameraStreams({ station: name, cameras: tab === "streams" && cameras ? cameras : [] });
  if (!station || !cameras) return { content: <Loading />, footer: null };
  if (cameras.length === 0) return { content: <NoCameras />, footer: null };
  if (tab === "streams") {
    const info = <StreamInfoButton title={titleOf(station)} live={live} />;
    return { content: <CameraStreams {...live} />, footer: info };
  }
  const footer = (
    <>
      <CaptureNotices station={station} capture={capture} count={cameras.length} />
      <CaptureButtons take={capture.take} taking={capture.taking} />
    </>
  );
  return { content: <CameraGrid station={station} cameras={cameras} />, footer };
}

const labels = {
  cameras: (
    <>
      <Icon icon={IconCamera} />
      Cameras
    </>
  ),
  streams: (
    <>
      <Icon icon={IconVideo} />
      Streams
    </>
  ),
};

function useCloseWhenGone(error: Error | null, onClose: () => void): void {
  const reason = isGone(error) ? sentenceOf(error) : null;
  const close = useEffectEvent((reason: string) => {
    toast("danger", reason);
    onClose();
  });
  useEffect(() => {
    if (reason !== null) close(reason);
  }, [reason]);
}
