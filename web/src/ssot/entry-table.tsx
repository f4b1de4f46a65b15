import { useRef } from "react";
import { sumFlags, type SsotField } from "@groundcrew/shared/ssot";
import type { Station } from "@groundcrew/shared/stations";
import type { TablePart } from "../data/fleet/index.ts";
import { classes, ScrollTable } from "../ui/index.ts";
import type { Drafts } from "./drafts.ts";
import { entryKinds, type EntryKind } from "./entry-kinds.ts";
import { EntryRow } from "./entry-row.tsx";
import styles from "./entry-table.module.css";

type EntryTableProps = {
  kind: EntryKind;
  stations: readonly Station[];
  fields: readonly SsotField[];
  drafts: Drafts;
  canWrite: boolean;
  onSave: (station: Station) => void;
  onHistory: (station: Station) => void;
  part: TablePart | null;
};

const ROW_PX = 41;

/** A table of station entries with one row per station. Rows grow with their notes. */
export function EntryTable(props: EntryTableProps) {
  const { kind, stations, fields, drafts, canWrite, onSave, onHistory, part } = props;
  const scroller = useRef<HTMLElement>(null);
  const hasActions = canWrite || kind === "ssot";
  const hasSums = kind === "replaceables";
  return (
    <ScrollTable
      label={entryKinds[kind].title}
      rows={stations}
      keyOf={nameOf}
      scroller={scroller}
      rowPx={ROW_PX}
      isGrowing
      more={part?.more}
      className={styles.table}
      style={{ "--columns": gridColumns(fields, hasActions, canWrite) }}
      head={{
        rows: hasSums ? 2 : 1,
        px: hasSums ? 2 * ROW_PX : ROW_PX,
        className: `soft strong ${styles.head}`,
        content: (
          <>
            <EntryHead fields={fields} actions={hasActions ? (canWrite ? "Actions" : "History") : null} />
            {hasSums && <SumRow kind={kind} stations={stations} fields={fields} hasActions={hasActions} />}
          </>
        ),
      }}
      deps={[kind, fields, drafts, canWrite, onSave, onHistory]}
      renderRow={(station) => <EntryRow {...props} station={station} />}
    />
  );
}

const nameOf = ({ name }: Station) => name;

function EntryHead({ fields, actions }: { fields: readonly SsotField[]; actions: string | null }) {
  return (
    <div role="row" className={`grid border-below ${styles.row}`} aria-rowindex={1}>
      <div role="columnheader" className={classes("column relative justify-center min-0", styles.cell, styles.id)}>
        Dashboard ID
      </div>
      <div
        role="columnheader"
        className={classes("column relative justify-center min-0 strong", styles.cell, styles.serial)}
      >
        Serial Number
      </div>
      {actions !== null && (
        <div
          role="columnheader"
          className={classes("column relative justify-center min-0", styles.cell, styles.actionsCell)}
        >
          {actions}
        </div>
      )}
      {fields.map(({ name, label, kind }) => (
        <div
          key={name}
          role="columnheader"
          className={classes(
            "column relative justify-center min-0",
            styles.cell,
            kind === "flag" && "align-center text-center",
          )}
          title={name}
        >
          {label}
        </div>
      ))}
    </div>
  );
}

type SumRowProps = Pick<EntryTableProps, "kind" | "stations" | "fields"> & { hasActions: boolean };

/** The number of stations that have each flag set. */
function SumRow({ kind, stations, fields, hasActions }: SumRowProps) {
  const sums = sumFlags(
    fields,
    stations.map((station) => entryKinds[kind].latestOf(station) ?? {}),
  );
  return (
    <div role="row" className={classes("normal muted grid border-below", styles.row, styles.sums)} aria-rowindex={2}>
      <div role="rowheader" className={classes("column relative justify-center min-0", styles.cell, styles.id)}>
        Sum
      </div>
      <div role="cell" className={classes("column relative justify-center min-0 strong", styles.cell, styles.serial)} />
      {hasActions && (
        <div role="cell" className={classes("column relative justify-center min-0", styles.cell, styles.actionsCell)} />
      )}
      {fields.map(({ name, label }) => {
        const sum = sums.get(name) ?? 0;
        return (
          <div
            key={name}
            role="cell"
            className={classes(
              "column relative justify-center min-0",
              styles.cell,
              "align-center text-center",
              sum > 0 && `danger ${styles.some}`,
            )}
            title={`${label}: ${sum}`}
          >
            {sum}
          </div>
        );
      })}
    </div>
  );
}

const LETTER_PX = 7.6;
const WIDTHS = { version: 132, line: 190, notes: 300 } as const;

/** The column widths. The style sheet sets those of the sticky columns, which depend on the window. */
function gridColumns(fields: readonly SsotField[], hasActions: boolean, canWrite: boolean): string {
  const actions = canWrite ? ["var(--actions)"] : ["var(--history)"];
  const widths = fields.map((field) => `${Math.ceil(fieldWidth(field))}px`);
  return ["var(--id)", "var(--serial)", ...(hasActions ? actions : []), ...widths].join(" ");
}

function fieldWidth({ name, label, kind }: SsotField): number {
  if (kind === "text") return WIDTHS.notes;
  const heading = label.length * LETTER_PX + 24;
  if (kind === "flag") return Math.max(64, heading);
  return Math.max(heading, name === "production_run_version" ? WIDTHS.version : WIDTHS.line);
}
