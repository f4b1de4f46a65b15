import { useId, useState, type ReactNode } from "react";
import type { Camera } from "@groundcrew/shared/cameras";
import type { Station } from "@groundcrew/shared/stations";
import { IconCamera, IconVideo } from "@tabler/icons-react";
import { errorSentence, isNotFound } from "../data/api/index.ts";
import { useConsole } from "../console/index.ts";
import { oldest, StaleBanner } from "../data/freshness/index.ts";
import { useCloseWhen } from "../kit/index.ts";
import { stationTypeIcon, stationTitle, useStation } from "../station/index.ts";
import { Dialog, Failed, Icon, Loading, TabButtons, TabPanel } from "../ui/index.ts";
import { CameraGrid } from "./camera-grid.tsx";
import { CameraStreams, StreamInfoButton, useCameraStreams } from "./camera-streams.tsx";
import { NoCameras, useCameras } from "./camera-tabs.tsx";
import { CaptureButtons, CaptureNotices, useTakeImages } from "./capture-controls.tsx";

type CamerasDialogProps = {
  /** The station's name. */
  name: string;
  onClose: () => void;
};

const TABS = ["cameras", "streams"] as const;
type Tab = (typeof TABS)[number];

/** A station's camera images and live video. Closes when the station no longer exists. */
export function CamerasDialog({ name, onClose }: CamerasDialogProps) {
  const [tab, setTab] = useState<Tab>("cameras");
  const panelId = useId();
  const { brand } = useConsole();
  const { data: station, error, freshness, refetch } = useStation(name);
  const { cameras, query } = useCameras(name, station?.station_type);
  const reload = () => (void query.refetch(), void refetch());
  const { content, footer } = useTab(tab, { name, station, cameras });
  useCloseWhen(isNotFound(error) ? errorSentence(error) : null, onClose);

  const failure = (cameras ? null : query.error) ?? (station ? null : error);
  return (
    <Dialog
      title={`${station ? stationTitle(station) : name} - ${brand.camera_label}`}
      {...(station && { subtitle: station.description || name, icon: stationTypeIcon(station).icon })}
      size="wide"
      tabs={<TabButtons label="Views" labels={labels} tabs={TABS} chosen={tab} panelId={panelId} onChoose={setTab} />}
      footer={failure ? null : footer}
      onClose={onClose}
    >
      <TabPanel panelId={panelId} chosen={tab}>
        {failure ? (
          <Failed sentence="Loading the cameras failed" reason={errorSentence(failure)} onReload={reload} />
        ) : (
          <>
            <StaleBanner freshness={oldest(freshness, query.freshness)} content="the station" onRefresh={reload} />
            {content}
          </>
        )}
      </TabPanel>
    </Dialog>
  );
}

type TabContext = { name: string; station: Station | undefined; cameras: Camera[] | undefined };

/** The content and footer of a tab. Live video streams only while its tab is open. */
function useTab(tab: Tab, { name, station, cameras }: TabContext): { content: ReactNode; footer: ReactNode } {
  const capture = useTakeImages(name);
  const live = useCameraStreams({ station: name, cameras: tab === "streams" && cameras ? cameras : [] });
  if (!station || !cameras) return { content: <Loading />, footer: null };
  if (cameras.length === 0) return { content: <NoCameras />, footer: null };
  if (tab === "streams") {
    const info = <StreamInfoButton title={stationTitle(station)} live={live} />;
    return { content: <CameraStreams {...live} />, footer: info };
  }
  const footer = (
    <>
      <CaptureNotices station={station} capture={capture} cameras={cameras} />
      <CaptureButtons take={capture.take} lights={capture.lights} />
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
