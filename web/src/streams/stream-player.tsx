import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from "react";
import { IconAlertTriangle, IconPlayerPlayFilled } from "@tabler/icons-react";
import { usePageNow } from "../data/clock/index.ts";
import { setVideoFrozen } from "../data/freshness/index.ts";
import { agoText } from "../lib/index.ts";
import { classes, Failed, Icon, Spinner } from "../ui/index.ts";
import styles from "./streams.module.css";
import {
  createStreamView,
  streamLabel,
  type StreamLabel,
  type StreamSnapshot,
  type StreamView,
} from "./stream-view.ts";
import { getStation } from "@groundcrew/shared/stations";
import { useReload } from "../data/index.ts";

type StreamPlayerProps = {
  view: StreamView;
  stream: StreamSnapshot;
  /** The camera's name. */
  camera: string;
  /** Shown in place of the video until its first frame. */
  still: ReactNode;
};

/** Live video of a camera. A still image is shown until the first frame, and frozen video is labeled as such. */
export function StreamPlayer({ view, stream, camera, still }: StreamPlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const now = usePageNow();
  const { state, lastFrameAt, isFrozen } = stream;
  const label = streamLabel(stream, now);

  useEffect(() => {
    view.attach(video.current);
    return () => view.attach(null);
  }, [view]);

  return (
    <div
      className={classes(
        "clip",
        "full-width rounded relative",
        styles.player,
        isFrozen && styles.frozen,
        state.kind === "error" && styles.ended,
      )}
    >
      <video ref={video} className={styles.video} aria-label={`Live video of ${camera}`} autoPlay muted playsInline />
      {lastFrameAt === null && state.kind !== "error" && <div className={styles.still}>{still}</div>}
      {state.kind === "error" && (
        <div className={`center panel relative p-3 ${styles.playerError}`}>
          <Failed
            sentence={state.message}
            reason={lastFrameAt === null ? "No video was received." : `Last frame ${agoText(now - lastFrameAt)}`}
            onReload={() => view.reload()}
          />
        </div>
      )}
      <output
        className={classes("absolute row gap-1h rounded", styles.label, label?.kind === "frozen" && styles.warning)}
        hidden={label === null}
      >
        {label && <LabelIcon kind={label.kind} />}
        {label?.text}
      </output>
    </div>
  );
}

function LabelIcon({ kind }: Pick<StreamLabel, "kind">) {
  switch (kind) {
    case "loading":
      return <Spinner tone="inherit" />;
    case "playing":
      return <Icon icon={IconPlayerPlayFilled} size="s" />;
    case "frozen":
      return <Icon icon={IconAlertTriangle} size="s" />;
  }
}

/** The live video of one camera, open while its component is mounted. */
export function useStream(station: string, camera: string | undefined): { view: StreamView; stream: StreamSnapshot } {
  const [view] = useState(createStreamView);
  const stream = useSyncExternalStore(view.subscribe, view.snapshot);
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

  const reload = useReload();
  // Most interruptions mean that the station went offline, so reload its data at once.
  useEffect(() => {
    if (!isBroken) return;
    void reload(getStation, station);
  }, [reload, station, isBroken]);
  return { view, stream };
}
