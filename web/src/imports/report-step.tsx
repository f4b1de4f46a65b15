import {
  appliedCount,
  canBeUndone,
  downloadImportLines,
  importKindLabels,
  type CsvImport,
  type ImportCounts,
  type ImportKind,
} from "@groundcrew/shared/imports";
import { IconArrowBackUp, IconDownload, IconHistory } from "@tabler/icons-react";
import { call } from "../data/api/index.ts";
import { useServerNow } from "../data/clock/index.ts";
import { useCsvDownload } from "../kit/index.ts";
import { logMoment, countText, exactMoment, wholeNumber } from "../lib/index.ts";
import { Button, buttonClass, ConfirmButton, Icon, Notice, PlainLink, Readings } from "../ui/index.ts";
import { LeftOutDownload } from "./check-step.tsx";
import { useUndo } from "./use-imports.ts";

type ReportStepProps = { loaded: CsvImport; onClose: () => void };

const NO_COUNTS: ImportCounts = { added: 0, changed: 0, conflict: 0, refused: 0, unchanged: 0 };

/** The report about an applied import, which can be undone. */
export function ReportStep({ loaded, onClose }: ReportStepProps) {
  const { id, kind, station_type, file_name, applied, undone } = loaded;
  const counts = loaded.counts ?? NO_COUNTS;
  const changes = countText(appliedCount(counts), "change");
  const leftOut = counts.refused + counts.conflict;
  const now = useServerNow();
  const undo = useUndo(id);
  const save = useCsvDownload({
    name: "IMPORT",
    load: () => call(downloadImportLines, { params: { import: id }, query: {} }),
  });
  const canUndo = canBeUndone(loaded, now) && loaded.undo_refusal === null;
  const lines = [
    { label: "File", value: file_name },
    { label: "By", value: applied?.by },
    { label: "Request", value: <span className="mono">{applied?.request_id}</span> },
    { label: "Undo", value: undoText({ loaded, now }) },
  ];
  return (
    <div className="stack gap-3">
      <Notice tone={undone === null ? "success" : "info"}>
        <strong>{`${changes} applied at ${logMoment(applied?.at ?? "")}.`}</strong>
        {` ${wholeNumber(counts.added)} added, ${wholeNumber(counts.changed)} changed, ${wholeNumber(counts.unchanged)} unchanged, ${wholeNumber(leftOut)} left out.`}
      </Notice>
      <Readings lines={lines} />
      <div className="row wrap gap-2">
        <PlainLink className={buttonClass("main")} href={pageOf(kind, station_type)}>
          {`Show ${importKindLabels[kind]}`}
        </PlainLink>
        <Button icon={IconDownload} busy={save.isPending} onClick={() => save.mutate()}>
          Report as CSV
        </Button>
        <LeftOutDownload id={id} counts={counts} label={`${countText(leftOut, "Line")} Left Out as CSV`} />
        <PlainLink className={buttonClass("plain")} href={`/manage/audit?au-q=${applied?.request_id}`}>
          <Icon icon={IconHistory} />
          Audit Entry
        </PlainLink>
        <Button onClick={onClose}>Another File</Button>
        {canUndo && (
          <ConfirmButton
            label={`Undo ${countText(appliedCount(counts), "Change")}`}
            target={`of ${file_name}`}
            icon={IconArrowBackUp}
            busy={undo.isPending}
            onConfirm={() => undo.mutate()}
          />
        )}
      </div>
    </div>
  );
}

function undoText({ loaded, now }: { loaded: CsvImport; now: number }): string {
  const { undone, undo_refusal: refusal } = loaded;
  if (undone !== null) return `Undone at ${exactMoment(undone.at)} by ${undone.by}.`;
  if (!canBeUndone(loaded, now)) return "No longer possible.";
  return refusal ?? "Possible until somebody changes one of the rows, at most 24 hours.";
}

/** The page that shows what was imported. */
function pageOf(kind: ImportKind, type: CsvImport["station_type"]): string {
  if (kind === "stations") return "/";
  if (kind === "sites" || kind === "station_tags") return "/manage/sites";
  const page = kind === "ssot" ? "/ssot/hw-variation" : "/ssot/replaceables";
  return type === null || type === "atlas" ? page : `${page}?stations-type=${type}`;
}
