import { useState } from "react";
import {
  appliedCount,
  downloadImportLines,
  importResult,
  type CsvImport,
  type ImportCounts,
  type ImportResult,
} from "@groundcrew/shared/imports";
import { recordOf } from "@groundcrew/shared/lib";
import { IconCheck, IconDownload } from "@tabler/icons-react";
import { call, errorSentence } from "../data/api/index.ts";
import { Loaded, Segments, ShowMore, useCsvDownload } from "../kit/index.ts";
import { countText, wholeNumber } from "../lib/index.ts";
import { Button, Notice, TextField } from "../ui/index.ts";
import styles from "./imports.module.css";
import { LineTable, results } from "./line-table.tsx";
import { FileBar } from "./steps.tsx";
import { useApplying, useLines } from "./use-imports.ts";

const RESULTS = ["all", "added", "changed", "conflict", "refused", "unchanged"] as const;
const LABELS = { all: "All", ...recordOf(importResult.options, (result) => results[result].label) };
const ICONS = recordOf(importResult.options, (result) => results[result].icon);

type CheckStepProps = { loaded: CsvImport; onClose: () => void; onBack: () => void };

/** The effect of each line of the file. Nothing is changed before it is applied. */
export function CheckStep({ loaded, onClose, onBack }: CheckStepProps) {
  const { id, lines, counts } = loaded;
  const [result, setResult] = useState<ImportResult | "all">("all");
  const [note, setNote] = useState("");
  const { mutate, isPending, error } = useApplying(id);
  const changes = counts ? appliedCount(counts) : 0;
  return (
    <>
      <FileBar loaded={loaded} onClose={onClose} />
      {counts && <Summary counts={counts} />}
      <div className="row wrap justify-between gap-2 mb-2 mt-3">
        <div className={styles.choices}>
          <Segments
            label="Result"
            labels={LABELS}
            icons={ICONS}
            options={RESULTS}
            {...(counts && { badges: badgesOf({ all: lines, ...counts }) })}
            value={result}
            onChange={setResult}
          />
        </div>
        <LeftOutDownload id={id} counts={counts} label="Lines Left Out as CSV" />
      </div>
      <Lines loaded={loaded} result={result} />
      {error && (
        <div className="mt-3">
          <Notice tone="danger">{errorSentence(error)}</Notice>
        </div>
      )}
      <div className={`row wrap justify-end gap-2 mt-3 ${styles.foot}`}>
        {changes > 0 && (
          <>
            <div className={styles.note}>
              <TextField
                label="Note for the audit log, optional"
                maxLength={500}
                autoComplete="off"
                value={note}
                onChange={({ target }) => setNote(target.value)}
              />
            </div>
            <span className="caption muted hidden-medium">
              One act, one entry in the audit log. Checked again as it is applied.
            </span>
          </>
        )}
        <Button onClick={onBack}>Back</Button>
        {changes > 0 && (
          <Button tone="main" icon={IconCheck} busy={isPending} onClick={() => mutate(note)}>
            {`Apply ${countText(changes, "Change")}`}
          </Button>
        )}
      </div>
    </>
  );
}

/** Unlike counts, which narrow windows leave out. */
function badgesOf(counts: Record<(typeof RESULTS)[number], number>) {
  return recordOf(RESULTS, (result) => <span className="medium"> {wholeNumber(counts[result])}</span>);
}

/** How many lines are left out, or that there is nothing to apply. */
function Summary({ counts }: { counts: ImportCounts }) {
  const { refused, conflict } = counts;
  const changes = appliedCount(counts);
  if (refused + conflict === 0) return changes === 0 ? <Notice tone="info">This file changes nothing.</Notice> : null;
  const left = [
    refused > 0 && `${countText(refused, "line")} ${refused === 1 ? "is" : "are"} refused`,
    conflict > 0 &&
      `${refused > 0 ? wholeNumber(conflict) : countText(conflict, "line")} ${conflict === 1 ? "is" : "are"} in conflict`,
  ];
  const [subject, object] = refused + conflict === 1 ? ["It", "it"] : ["They", "them"];
  const next =
    changes === 0
      ? "There is nothing else to apply."
      : `Mend ${object} in your file and check again, or apply the other ${wholeNumber(changes)}.`;
  return (
    <Notice tone="warning">
      <strong>{`${left.filter(Boolean).join(" and ")}.`}</strong>
      {` ${subject} will be left out. ${next}`}
    </Notice>
  );
}

function Lines({ loaded, result }: { loaded: CsvImport; result: ImportResult | "all" }) {
  const query = useLines(loaded.id, result);
  return (
    <Loaded query={query} content="the lines">
      {({ lines }) => (
        <>
          {lines.length === 0 ? (
            <p className="small muted">No such lines</p>
          ) : (
            <LineTable lines={lines} fields={loaded.fields} kind={loaded.kind} />
          )}
          <ShowMore {...query.more} />
        </>
      )}
    </Loaded>
  );
}

type LeftOutProps = { id: number; counts: ImportCounts | null; label: string };

/** Downloads the lines that are left out, if there are some. */
export function LeftOutDownload({ id, counts, label }: LeftOutProps) {
  const save = useCsvDownload({
    name: "IMPORT_LEFT_OUT",
    load: () => call(downloadImportLines, { params: { import: id }, query: { only: "left_out" } }),
  });
  if (counts === null || counts.refused + counts.conflict === 0) return null;
  return (
    <Button icon={IconDownload} busy={save.isPending} onClick={() => save.mutate()}>
      {label}
    </Button>
  );
}
