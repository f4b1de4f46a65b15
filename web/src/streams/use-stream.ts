import { useEffect, useState, useSyncExternalStore } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { setVideoFrozen } from "../freshness/index.ts";
import { newStreamView, type StreamSnapshot, type StreamView } from "./stream-view.ts";

/** The live video of one camera: open while it is shown, and closed with it. */
export function useStream(station: string, camera: string | undefined): { view: StreamView; stream: StreamSnapshot } {
  const [view] = useState(newStreamView);
  const stream = useSyncExternalStore(view.subscribe, view.snapshot);
  const client = useQueryClient();
  const isBroken = stream.state.kind === "error";

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
    setVideoFrozen(station, stream.isFrozen);
    return () => setVideoFrozen(station, false);
  }, [station, stream.isFrozen]);

  // A stream mostly breaks off because its station left: what the page says of the station is asked for again at once.
  useEffect(() => {
    if (!isBroken) return;
    for (const queryKey of [["station", station], ["stations"]]) void client.invalidateQueries({ queryKey });
  }, [client, station, isBroken]);
  return { view, stream };
}
