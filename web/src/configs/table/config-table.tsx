import { useMemo } from "react";
import {
  columnHighlighter,
  isUnitConfigChecked,
  shownColumns,
  type Cell,
  type ConfigColumn,
  type ConfigRow,
  type HighlightMode,
} from "@groundcrew/shared/configs";
import type { Station } from "@groundcrew/shared/stations";
import { IconAdjustments, IconEyeOff } from "@tabler/icons-react";
import { countText, exactMoment, momentText } from "../../lib/index.ts";
import {
  Button,
  ButtonGroup,
  CheckMark,
  Empty,
  Icon,
  WideTable,
  type MoreRows,
  type WideCell,
  type WideColumn,
} from "../../ui/index.ts";
import styles from "../configs.module.css";
import { RowHead, type RowDialog } from "./row-head.tsx";
import { useStableRows } from "./config-columns.ts";

type ConfigTableProps = {
  label: string;
  rows: readonly ConfigRow<Station>[];
  /** All columns; the first is the row header and is never hidden. */
  columns: readonly ConfigColumn[];
  hidden: ReadonlySet<string>;
  showUniform: boolean;
  showUnused: boolean;
  mode: HighlightMode;
  onHideGroup?: (group: string) => void;
  /** The dialogs that a row can open. */
  opens: readonly RowDialog["kind"][];
  onOpen: (dialog: RowDialog) => void;
  /** Loads more rows as someone scrolls. */
  more?: MoreRows | undefined;
};

const HEAD_PX = 196;

/** The configurations of stations side by side, one row per revision. */
export function ConfigTable({ label, rows, columns, ...props }: ConfigTableProps) {
  const { hidden, showUniform, showUnused, mode, onHideGroup, opens, onOpen, more } = props;
  const stableRows = useStableRows(rows);
  const { visible, uniformCount } = useMemo(() => {
    const others = columns.slice(1);
    const visible = shownColumns(others, stableRows, { hidden, showUniform, showUnused });
    const all = showUniform ? visible : shownColumns(others, stableRows, { hidden, showUniform: true, showUnused });
    return { visible, uniformCount: all.length - visible.length };
  }, [columns, stableRows, hidden, showUniform, showUnused]);
  const wide = useMemo(() => wideConfigColumns(visible, stableRows, mode), [visible, stableRows, mode]);
  const head = useMemo(
    () => ({
      title: columns[0]?.title ?? "",
      width: HEAD_PX,
      renderCell: ({ station, config }: ConfigRow<Station>) => (
        <RowHead {...{ station, opens, onOpen }} created={config?.created ?? null} />
      ),
    }),
    [columns, opens, onOpen],
  );
  const firstConfigColumn = visible.find(({ key, kind }) => kind !== "meta" || CONFIG_META.has(key))?.key;

  if (rows.length === 0) {
    return <Empty icon={IconAdjustments} sentence="No stations match your currently selected filters." />;
  }
  return (
    <div className={styles.table}>
      <WideTable
        label={label}
        rows={rows}
        keyOf={rowKey}
        head={head}
        columns={wide}
        more={more}
        noteOf={({ config }) =>
          config === null && firstConfigColumn !== undefined
            ? { text: "No config reported yet", from: firstConfigColumn }
            : null
        }
        renderGroupAction={(group) => onHideGroup && <HideGroup group={group} onHide={onHideGroup} />}
      />
      {uniformCount > 0 && (
        <p className="caption muted mt-2">
          {`${countText(uniformCount, "column")} hidden because every row has the same value.`}
        </p>
      )}
    </div>
  );
}

/** The columns of the Station group that come from the configuration. */
const CONFIG_META = new Set(["timestamp", "version_api", "version_firmware"]);

function rowKey({ station, config }: ConfigRow<Station>): string {
  return `${station.name} ${config?.created ?? ""}`;
}

function HideGroup({ group, onHide }: { group: string; onHide: (group: string) => void }) {
  const label = `Hide ${group}`;
  return (
    <button
      type="button"
      className={`rigid muted bare rounded-sm p-0 inner-focus ${styles.button}`}
      aria-label={label}
      title={label}
      onClick={() => onHide(group)}
    >
      <Icon icon={IconEyeOff} size="s" />
    </button>
  );
}

type Row = ConfigRow<Station>;

/** The Station Config table's columns for `WideTable`, with differing cells highlighted in the chosen mode. */
function wideConfigColumns(
  columns: readonly ConfigColumn[],
  rows: readonly Row[],
  mode: HighlightMode,
): WideColumn<Row>[] {
  return columns.map((column) => {
    // Columns are compared only once they are visible.
    let isHighlighted: ((index: number) => boolean) | undefined;
    const isMarked = (index: number) => (isHighlighted ??= columnHighlighter(column, rows, mode))(index);
    return {
      key: column.key,
      group: column.group,
      title: column.title,
      tooltip: column.description,
      width: columnWidth(column, rows),
      isNumber: column.kind === "position",
      cellOf: (row, index) => renderCell(column, column.cellOf(row), isMarked(index) ? mode : null),
    };
  });
}

const differs = {
  modal: "differs from the most common value",
  changed_vs_next: "differs from the row below",
} as const satisfies Record<HighlightMode, string>;

function renderCell(column: ConfigColumn, cell: Cell, difference: HighlightMode | null): WideCell {
  const isMarked = difference !== null;
  const text = cellText(column, cell);
  const parts = [
    typeof cell === "boolean" ? column.description : fullText(column, cell),
    difference && differs[difference],
  ];
  return {
    isMarked,
    title: parts.filter(Boolean).join(" · ") || undefined,
    content:
      typeof cell === "boolean" ? <CheckMark isChecked={isUnitConfigChecked(cell)} label={column.description} /> : text,
  };
}

/** The text of a cell. */
function cellText(column: ConfigColumn, cell: Cell): string {
  if (cell === undefined) return "";
  if (cell === null || cell === "") return "–";
  if (column.key === "timestamp" && typeof cell === "string") return momentText(cell);
  return String(cell);
}

function fullText(column: ConfigColumn, cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  return column.key === "timestamp" && typeof cell === "string" ? exactMoment(cell) : String(cell);
}

const LETTER_PX = 8.5;
const PADDING_PX = 26;
const WIDTH_PX = { min: 60, max: 280 } as const;
/** Number of rows that determine a column's width; longer cells end in an ellipsis. */
const SAMPLED_ROWS = 100;

function columnWidth(column: ConfigColumn, rows: readonly Row[]): number {
  const longest = rows
    .slice(0, SAMPLED_ROWS)
    .reduce((max, row) => Math.max(max, cellText(column, column.cellOf(row)).length), column.title.length);
  return Math.min(WIDTH_PX.max, Math.max(WIDTH_PX.min, Math.ceil(longest * LETTER_PX) + PADDING_PX));
}

const modes = ["modal", "changed_vs_next"] as const;

const labels = {
  modal: "Differs from most",
  changed_vs_next: "Differs from next row",
} as const satisfies Record<HighlightMode, string>;

const descriptions = {
  modal: "Highlights values that differ from the most common value of their column",
  changed_vs_next: "Highlights values that differ from the row below",
} as const satisfies Record<HighlightMode, string>;

/** Chooses what cells are compared with. */
export function HighlightChoice({ mode, onMode }: { mode: HighlightMode; onMode: (mode: HighlightMode) => void }) {
  return (
    <ButtonGroup label="Highlight">
      {modes.map((choice) => (
        <Button key={choice} aria-pressed={mode === choice} title={descriptions[choice]} onClick={() => onMode(choice)}>
          {labels[choice]}
        </Button>
      ))}
    </ButtonGroup>
  );
}
