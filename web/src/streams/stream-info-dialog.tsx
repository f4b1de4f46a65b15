import { useEffect, useState } from "react";
import { REFRESH_MS } from "@groundcrew/shared/lib";
import { IconRefresh } from "@tabler/icons-react";
import { Dialog, Icon, Readings, type Reading } from "../ui/index.ts";
import { readStatistics, statisticsLines, type Statistics } from "./statistics.ts";
import styles from "./stream-info-dialog.module.css";
import type { StreamDebug, StreamSnapshot, StreamView } from "./stream-view.ts";
import { stateText } from "./stream-words.ts";

type StreamInfoDialogProps = {
  /** Serial number or name of the station. */
  title: string;
  /** Name of the station. */
  station: string;
  view: StreamView;
  stream: StreamSnapshot;
  onClose: () => void;
};

/** What is known of a stream, counted twice a second while it is open. */
export function StreamInfoDialog({ title, station, view, stream, onClose }: StreamInfoDialogProps) {
  const { now, before } = useStatistics(view);
  const debug = useDebug(view);
  const lines: Reading[] = [
    { label: "State", value: <span className={styles[stream.state.kind]}>{stateText(stream)}</span> },
    ...(stream.state.kind === "error" ? [{ label: "Failure", value: stream.state.message }] : []),
    { label: "Station", value: station },
    { label: "Stream ID", value: <code className={styles.id}>{stream.id ?? "–"}</code> },
    { label: "Connection", value: debug?.connection ?? "–" },
    { label: "ICE", value: debug ? `${debug.ice}, gathering ${debug.gathering}` : "–" },
    { label: "Signaling", value: debug?.signaling ?? "–" },
    ...statisticsLines(now, before),
    ...(debug?.iceErrors.length ? [{ label: "ICE errors", value: debug.iceErrors.join("\n") }] : []),
  ];
  return (
    <Dialog
      title={`${title} - Stream Info`}
      size="narrow"
      isFloating
      aside={
        <span className={styles.pace}>
          <Icon icon={IconRefresh} size="s" />
          Every 0.5 s
        </span>
      }
      onClose={onClose}
    >
      <div className={styles.lines}>
        <Readings lines={lines} />
      </div>
    </Dialog>
  );
}

const NOTHING: Statistics = { entries: [] };

function useStatistics(view: StreamView): { now: Statistics; before: Statistics | null } {
  const [counted, setCounted] = useState<{ now: Statistics; before: Statistics | null }>({
    now: NOTHING,
    before: null,
  });
  useEffect(() => {
    let isOpen = true;
    async function count() {
      const report = await view.statistics();
      if (!isOpen) return;
      const next = report ? readStatistics(report) : NOTHING;
      setCounted(({ now }) => ({ now: next, before: now }));
    }
    void count();
    const timer = setInterval(() => void count(), REFRESH_MS.stream_stats);
    return () => {
      isOpen = false;
      clearInterval(timer);
    };
  }, [view]);
  return counted;
}

/** The connection's own states, which change rarely: looked at every 5 seconds. */
function useDebug(view: StreamView): StreamDebug | null {
  const [debug, setDebug] = useState(view.debug);
  useEffect(() => {
    const timer = setInterval(() => setDebug(view.debug()), REFRESH_MS.stream_state);
    return () => clearInterval(timer);
  }, [view]);
  return debug;
}
