import { useEffect, useState } from "react";
import { REFRESH_MS } from "@groundcrew/shared/lib";
import { IconRefresh } from "@tabler/icons-react";
import { classes, Dialog, Icon, Readings, type Reading } from "../ui/index.ts";
import { readStatistics, statisticsLines, type Statistics } from "./statistics.ts";
import styles from "./streams.module.css";
import { stateText, type StreamDebug, type StreamSnapshot, type StreamView } from "./stream-view.ts";

const tints = { idle: undefined, loading: undefined, playing: "tint-ok", error: "tint-danger" };

type StreamInfoDialogProps = {
  /** The station's serial number or name. */
  title: string;
  /** The station's name. */
  station: string;
  view: StreamView;
  stream: StreamSnapshot;
  onClose: () => void;
};

/** Details of a stream, updated twice a second while the dialog is open. */
export function StreamInfoDialog({ title, station, view, stream, onClose }: StreamInfoDialogProps) {
  const { now, before } = useStatistics(view);
  const debug = useDebug(view);
  const lines: Reading[] = [
    {
      label: "State",
      value: <span className={classes("state-pill", tints[stream.state.kind])}>{stateText(stream)}</span>,
    },
    ...(stream.state.kind === "error" ? [{ label: "Failure", value: stream.state.message }] : []),
    { label: "Station", value: station },
    { label: "Stream ID", value: <code className="mono anywhere size-caption">{stream.id ?? "–"}</code> },
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
        <span className="row gap-1h rigid caption muted">
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

const NO_STATISTICS: Statistics = { entries: [] };

function useStatistics(view: StreamView): { now: Statistics; before: Statistics | null } {
  const [statistics, setStatistics] = useState<{ now: Statistics; before: Statistics | null }>({
    now: NO_STATISTICS,
    before: null,
  });
  useEffect(() => {
    let isOpen = true;
    async function update() {
      const report = await view.statistics();
      if (!isOpen) return;
      const next = report ? readStatistics(report) : NO_STATISTICS;
      setStatistics(({ now }) => ({ now: next, before: now }));
    }
    void update();
    const timer = setInterval(() => void update(), REFRESH_MS.stream_stats);
    return () => {
      isOpen = false;
      clearInterval(timer);
    };
  }, [view]);
  return statistics;
}

/** The connection's states, which change rarely: read every 5 seconds. */
function useDebug(view: StreamView): StreamDebug | null {
  const [debug, setDebug] = useState(view.debug);
  useEffect(() => {
    const timer = setInterval(() => setDebug(view.debug()), REFRESH_MS.stream_state);
    return () => clearInterval(timer);
  }, [view]);
  return debug;
}
