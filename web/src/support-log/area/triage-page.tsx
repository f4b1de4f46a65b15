import { lazy, Suspense, useState } from "react";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { sentenceOf } from "../../api/index.ts";
import { useConsole } from "../../console/index.ts";
import { countText } from "../../lib/index.ts";
import { useServerNow, type useFleet } from "../../stations/index.ts";
import { CheckField, Empty, Failed, Loading, Notice } from "../../ui/index.ts";
import { triageQueue } from "../queue.ts";
import { StationLogDialog } from "../station-log-dialog.tsx";
import { SupportLogDialog } from "../support-log-dialog.tsx";
import { useGrowing } from "../use-growing.ts";
import { QueueStation, type QueueDialog } from "./queue-station.tsx";
import styles from "./support-log-page.module.css";

const TelemetryDialog = lazy(async () => ({ default: (await import("../../telemetry/index.ts")).TelemetryDialog }));

type TriagePageProps = {
  of: ReturnType<typeof useFleet>;
  /** Whether stations are there that the count leaves out. */
  isWhole: boolean;
  onWhole: (isWhole: boolean) => void;
};

/** The queue of stations with unresolved errors. */
export function TriagePage({ of: { fleet, error, isFetching, refresh }, isWhole, onWhole }: TriagePageProps) {
  const { brand } = useConsole();
  const now = useServerNow(fleet);
  const [open, setOpen] = useState<QueueDialog | null>(null);
  const queue = fleet && triageQueue(fleet.stations.values(), { isWhole, brand });
  const { shown, isWhole: hasEnded, end } = useGrowing(queue?.stations.length ?? 0);
  const close = () => setOpen(null);

  return (
    <>
      <div className={styles.tools}>
        <span className={styles.count}>
          {queue && `${countText(queue.count, "unresolved error")} at ${countText(queue.stations.length, "station")}`}
        </span>
        <CheckField label="Include internal, mocked and retired stations" checked={isWhole} onChange={onWhole} />
      </div>
      {queue?.isTooMany && (
        <div className={styles.notice}>
          <Notice tone="warning" icon={IconAlertTriangle}>
            <b>Too many errors to display</b>
            {"\nEach station shows how many it has. Open one to triage its errors."}
          </Notice>
        </div>
      )}
      {queue && queue.stations.length === 0 && (
        <Empty icon={IconCircleCheck} sentence="There are no errors that need triage" />
      )}
      {queue ? (
        <div className={styles.stations}>
          {queue.stations.slice(0, shown).map((station) => (
            <QueueStation key={station.name} station={station} now={now} isClosed={queue.isTooMany} onOpen={setOpen} />
          ))}
        </div>
      ) : error && !isFetching ? (
        <Failed
          sentence="The station list could not be loaded."
          reason={sentenceOf(error)}
          onReload={() => void refresh("person")}
        />
      ) : (
        <Loading />
      )}
      {!hasEnded && <div ref={end} className={styles.end} />}
      {open?.kind === "log" && <StationLogDialog station={open.station} onClose={close} />}
      {open?.kind === "triage" && <SupportLogDialog station={open.station} tab="triage" onClose={close} />}
      <Suspense>{open?.kind === "telemetry" && <TelemetryDialog name={open.station.name} onClose={close} />}</Suspense>
    </>
  );
}
