import {
  BULK_IMAGES_AT_ONCE,
  getBulkAct,
  isRunning,
  retryBulkAct,
  stopBulkAct,
  type BulkAct,
  type BulkActStation,
  type BulkState,
} from "@groundcrew/shared/bulk-acts";
import { toCsv, wholeNumber } from "@groundcrew/shared/lib";
import {
  IconAlertCircle,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleMinus,
  IconClock,
  IconDownload,
  IconHistory,
  IconPlayerStop,
  IconProgress,
  IconRefresh,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { call, errorSentence, useServerMutation } from "../data/api/index.ts";
import { serverNow, useServerNow } from "../data/clock/index.ts";
import { useServerData } from "../data/index.ts";
import { Loaded } from "../kit/index.ts";
import { countText, csvName, momentText, saveCsv } from "../lib/index.ts";
import { Button, Cell, Dialog, Notice, Pill, Table } from "../ui/index.ts";
import styles from "./bulk-acts.module.css";
import { bulkIcons } from "./icons.ts";
import { actTitle, bulkStateLabels, outcomeText, progressText } from "./texts.ts";
import { useUndoBulkAct } from "./use-acts.ts";

type ResultDialogProps = { act: number; onClose: () => void };

/** The outcome of an act at each station, also while it runs. */
export function ResultDialog({ act: id, onClose }: ResultDialogProps) {
  const result = useServerData(getBulkAct, { params: { act: id }, query: {} }, { isChanging: isRunning });
  const act = result.data;
  return (
    <Dialog
      title={act ? actTitle(act) : "What Happened"}
      subtitle={act && `${countText(totalOf(act), "station")} · begun ${momentText(act.created)} by you`}
      icon={act ? bulkIcons[act.kind] : IconHistory}
      footer={act && <ResultButtons act={act} stations={act.stations} />}
      onClose={onClose}
    >
      <Loaded query={result} content="what happened" missing={{ sentence: "This act is no longer kept" }}>
        {(loaded) => (
          <div className="column gap-3">
            <Progress act={loaded} />
            <Outcomes stations={loaded.stations} />
            {isRunning(loaded) && (
              <p className="caption muted">You can close this. The work goes on, and Recent Acts shows how it ended.</p>
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function totalOf({ counts }: Pick<BulkAct, "counts">): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** How many stations are done, and what of the others. */
function Progress({ act }: { act: BulkAct }) {
  const { counts, kind } = act;
  const total = totalOf(act);
  const percent = (count: number) => `${total === 0 ? 0 : (100 * count) / total}%`;
  return (
    <div className="column gap-2">
      <div className="row wrap gap-2" aria-live="polite">
        <b>{`${wholeNumber(counts.done)} of ${wholeNumber(total)} done`}</b>
        <span className="soft">{progressText(counts)}</span>
        {kind === "images" && <span className="push-right caption muted">{`${BULK_IMAGES_AT_ONCE} at a time`}</span>}
      </div>
      <div className={`relative flex clip sunken rounded-sm ${styles.progress}`}>
        <progress className="visually-hidden" aria-label={actTitle(act)} value={counts.done} max={total} />
        <div className={styles.done} style={{ width: percent(counts.done) }} />
        <div className={styles.failed} style={{ width: percent(counts.failed) }} />
      </div>
    </div>
  );
}

const stateSigns: Record<BulkState, { icon: TablerIcon; tone: "plain" | "ok" | "accent" | "warn" | "solid" }> = {
  failed: { icon: IconAlertCircle, tone: "solid" },
  left_out: { icon: IconCircleMinus, tone: "plain" },
  running: { icon: IconProgress, tone: "accent" },
  waiting: { icon: IconClock, tone: "plain" },
  kept: { icon: IconAlertCircle, tone: "warn" },
  undone: { icon: IconArrowBackUp, tone: "plain" },
  done: { icon: IconCircleCheck, tone: "ok" },
  unchanged: { icon: IconCircleMinus, tone: "plain" },
};

/** More rows are in the report. */
const SHOWN_MAX = 200;

function Outcomes({ stations }: { stations: readonly BulkActStation[] }) {
  const now = useServerNow();
  const more = stations.length - SHOWN_MAX;
  return (
    <>
      <Table
        label="Stations"
        stacks
        head={[{ label: "Station" }, { label: "Organization" }, { label: "State" }, { label: "Details" }]}
      >
        {stations.slice(0, SHOWN_MAX).map((station) => (
          <tr key={station.station}>
            <Cell label="Station">
              <b>{station.serial_number}</b>
            </Cell>
            <Cell label="Organization">{station.organization_name}</Cell>
            <Cell label="State">
              <Pill {...stateSigns[station.state]}>{bulkStateLabels[station.state]}</Pill>
            </Cell>
            <Cell label="Details">{outcomeText(station, now)}</Cell>
          </tr>
        ))}
      </Table>
      {more > 0 && <p className="caption muted">{`${wholeNumber(more)} more are in the report.`}</p>}
    </>
  );
}

/** The actions that are left for an act. */
function ResultButtons({ act, stations }: { act: BulkAct; stations: readonly BulkActStation[] }) {
  const now = useServerNow();
  const undo = useUndoBulkAct();
  const stop = useServerMutation({ run: () => call(stopBulkAct, { params: { act: act.id } }) });
  const retry = useServerMutation({ run: (_, once) => call(retryBulkAct, { params: { act: act.id } }, once) });
  const failure = stop.error ?? retry.error;
  const { waiting, failed } = act.counts;
  return (
    <>
      {failure && (
        <div>
          <Notice tone="danger">{errorSentence(failure)}</Notice>
        </div>
      )}
      {act.kind === "images" && waiting > 0 && (
        <Button icon={IconPlayerStop} busy={stop.isPending} onClick={() => stop.mutate()}>
          Stop the Rest
        </Button>
      )}
      {act.kind === "images" && failed > 0 && (
        <Button icon={IconRefresh} busy={retry.isPending} onClick={() => retry.mutate()}>
          {`Retry ${wholeNumber(failed)} Failed`}
        </Button>
      )}
      {act.undo_until !== null && now < Date.parse(act.undo_until) && (
        <Button icon={IconArrowBackUp} busy={undo.isPending} onClick={() => undo.mutate(act.id)}>
          Undo
        </Button>
      )}
      <Button icon={IconDownload} onClick={() => saveReport(act, stations)}>
        Report
      </Button>
    </>
  );
}

function saveReport(act: BulkAct, stations: readonly BulkActStation[]): void {
  const now = serverNow();
  const rows = stations.map((one) => [
    one.station,
    one.serial_number,
    one.organization_name,
    bulkStateLabels[one.state],
    outcomeText(one, now),
  ]);
  saveCsv(csvName(`ACT-${act.id}`, now), toCsv(["Station", "Serial Number", "Organization", "State", "Details"], rows));
}
