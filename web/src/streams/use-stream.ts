import { useEffect, useState, useSyncExternalStore } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { queryKeys } from "../api/index.ts";
import { setVideoFrozen } from "../freshness/index.ts";
import { createStreamView, type StreamSnapshot, type StreamView } from "./stream-view.ts";

/** The live video of one camera, open while its component is mounted. */
export function useStream(station: string, camera: string | undefined): { view: StreamView; stream: StreamSnapshot } {
  const [view] = useState(createStreamView);
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

  // Most interruptions mean that the station went offline, so reload its data at once.
  useEffect(() => {
    if (!isBroken) return;
    for (const queryKey of [queryKeys.station(station), queryKeys.stations.all]) {
      void client.invalidateQueries({ queryKey });
    }
  }, [client, station, isBroken]);
  return { view, stream };
}
