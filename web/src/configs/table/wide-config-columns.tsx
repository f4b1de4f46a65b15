import {
  columnHighlighter,
  isUnitConfigChecked,
  type Cell,
  type ConfigColumn,
  type ConfigRow,
  type HighlightMode,
} from "@groundcrew/shared/configs";
import type { Station } from "@groundcrew/shared/stations";
import { exactMoment, momentText } from "../../lib/index.ts";
import { CheckMark, type WideCell, type WideColumn } from "../../ui/index.ts";

type Row = ConfigRow<Station>;

/** The Station Config table's columns for `WideTable`, with differing cells highlighted in the chosen mode. */
export function wideConfigColumns(
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
      about: column.description,
      width: widthOf(column, rows),
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

function widthOf(column: ConfigColumn, rows: readonly Row[]): number {
  const longest = rows
    .slice(0, SAMPLED_ROWS)
    .reduce((max, row) => Math.max(max, cellText(column, column.cellOf(row)).length), column.title.length);
  return Math.min(WIDTH_PX.max, Math.max(WIDTH_PX.min, Math.ceil(longest * LETTER_PX) + PADDING_PX));
}
