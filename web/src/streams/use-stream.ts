import { useEffect, useState, useSyncExternalStore } from "react";
import { noteVideo } from "../freshness/index.ts";
import { newStreamView, type StreamSnapshot, type StreamView } from "./stream-view.ts";

/** The live video of one camera: open while it is shown, and closed with it. */
export function useStream(station: string, camera: string | undefined): { view: StreamView; stream: StreamSnapshot } {
  const [view] = useState(newStreamView);
  const stream = useSyncExternalStore(view.subscribe, view.snapshot);

  useEffect(() => {
    if (camera === undefined) return;
    view.open({ station, camera });
    const handleLeave = () => view.close();
    window.addEventListener("pagehide", handleLeave);
    return () => {
      window.removeEventListener("pagehide", handleLeave);
      view.close();
    };
  }, [view, station, camera]);

  useEffect(() => {
    noteVideo(station, stream.isFrozen);
    return () => noteVideo(station, false);
  }, [station, stream.isFrozen]);
  return { view, stream };
}
