import { useRef, useState, type DragEvent } from "react";
import {
  downloadImportable,
  IMPORT_LIMITS,
  importKind,
  importKindLabels,
  isByType,
  type ImportCounts,
  type ImportSummary,
} from "@groundcrew/shared/imports";
import { stationType, stationTypeLabels } from "@groundcrew/shared/telemetry";
import { IconDownload, IconFileUpload } from "@tabler/icons-react";
import { call, errorSentence } from "../data/api/index.ts";
import { Loaded, useCsvDownload, Time } from "../kit/index.ts";
import { wholeNumber } from "../lib/index.ts";
import { Button, Cell, classes, Icon, Notice, PlainLink, Table } from "../ui/index.ts";
import styles from "./imports.module.css";
import { Choices } from "./steps.tsx";
import { useLatest, useUpload, type ImportAddress } from "./use-imports.ts";

type FileStepProps = { address: ImportAddress; onOpen: (changed: Partial<ImportAddress>) => void };

/** The choice of what is imported and of the file, and the last imports. */
export function FileStep({ address, onOpen }: FileStepProps) {
  const { kind, type } = address;
  const upload = useUpload(({ id }) => onOpen({ draft: id }));
  return (
    <div className="stack gap-3">
      <Choices
        label="What it holds"
        labels={importKindLabels}
        options={importKind.options}
        value={kind}
        onChange={(chosen) => onOpen({ kind: chosen })}
      />
      {isByType(kind) && (
        <Choices
          label="Station type"
          labels={stationTypeLabels}
          options={stationType.options}
          value={type}
          onChange={(chosen) => onOpen({ type: chosen })}
        />
      )}
      <DropZone isBusy={upload.isPending} onFile={(file) => upload.mutate({ kind, type, file })}>
        <PresentState kind={kind} type={type} />
      </DropZone>
      {upload.error && <Notice tone="danger">{errorSentence(upload.error)}</Notice>}
      <Latest />
    </div>
  );
}

type DropZoneProps = { isBusy: boolean; onFile: (file: File) => void; children: React.ReactNode };

/** Takes a file that is dropped or chosen. */
function DropZone({ isBusy, onFile, children }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isDragged, setDragged] = useState(false);

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setDragged(false);
    const file = event.dataTransfer.files.item(0);
    if (file && !isBusy) onFile(file);
  }

  return (
    <div
      className={classes(
        "column align-center gap-2 rounded text-center muted",
        styles.drop,
        isDragged && styles.dragged,
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setDragged(true);
      }}
      onDragLeave={() => setDragged(false)}
      onDrop={handleDrop}
    >
      <Icon icon={IconFileUpload} size="xl" />
      <strong className="default">Drop a CSV file here, or choose one</strong>
      <span>
        {`Up to 10 MB and ${wholeNumber(IMPORT_LIMITS.lines)} lines. Nothing is changed before you have seen every change.`}
      </span>
      <div className="row wrap justify-center gap-2">
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,.tsv,text/csv"
          aria-label="CSV file"
          tabIndex={-1}
          className="visually-hidden"
          onChange={({ target }) => {
            const file = target.files?.item(0);
            // The same file can be chosen again once it was changed.
            target.value = "";
            if (file) onFile(file);
          }}
        />
        <Button tone="main" busy={isBusy} onClick={() => input.current?.click()}>
          Choose a File
        </Button>
        {children}
      </div>
    </div>
  );
}

function PresentState({ kind, type }: Pick<ImportAddress, "kind" | "type">) {
  const save = useCsvDownload({
    name: `${kind}_${type}`,
    load: () => call(downloadImportable, { query: { kind, station_type: type } }),
  });
  return (
    <Button icon={IconDownload} busy={save.isPending} onClick={() => save.mutate()}>
      Download Current Data
    </Button>
  );
}

const HEAD = ["Time", "File", "What", "Who", "Result"].map((label) => ({ label }));

function Latest() {
  const query = useLatest();
  return (
    <section aria-label="Latest imports">
      <h3 className="label mb-2">Latest</h3>
      <Loaded query={query} content="the latest imports" empty={<p className="small muted">No imports yet</p>}>
        {(imports) => (
          <Table label="Latest" head={HEAD} stacks>
            {imports.map((one) => (
              <LatestRow key={one.id} {...one} />
            ))}
          </Table>
        )}
      </Loaded>
    </section>
  );
}

function LatestRow({ id, file_name, kind, station_type, counts, applied, undone }: ImportSummary) {
  const type = station_type === null ? "" : `, ${stationTypeLabels[station_type]}`;
  return (
    <tr>
      <Cell>{applied && <Time at={applied.at} />}</Cell>
      <Cell label="File">
        <strong>{file_name}</strong>
      </Cell>
      <Cell label="What">{`${importKindLabels[kind]}${type}`}</Cell>
      <Cell label="Who">{applied?.by}</Cell>
      <Cell label="Result">
        <PlainLink href={`/manage/import?kind=${kind}&draft=${id}`}>{resultText(counts)}</PlainLink>
        {undone !== null && <span className="muted">, undone</span>}
      </Cell>
    </tr>
  );
}

function resultText(counts: ImportCounts | null): string {
  const { added = 0, changed = 0, refused = 0, conflict = 0 } = counts ?? {};
  const parts = [
    [added, "added"],
    [changed, "changed"],
    [refused + conflict, "left out"],
  ] as const;
  const texts = parts.flatMap(([count, result]) => (count > 0 ? [`${wholeNumber(count)} ${result}`] : []));
  return texts.length > 0 ? texts.join(", ") : "Nothing changed";
}
