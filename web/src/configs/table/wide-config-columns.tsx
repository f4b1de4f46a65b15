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

/** Columns of the Station Config table as they are shown, with what differs marked in the chosen way. */
export function wideConfigColumns(
  columns: readonly ConfigColumn[],
  rows: readonly Row[],
  mode: HighlightMode,
): WideColumn<Row>[] {
  return columns.map((column) => {
    // Only columns that come into view are compared.
    let isHighlighted: ((index: number) => boolean) | undefined;
    const isMarked = (index: number) => (isHighlighted ??= columnHighlighter(column, rows, mode))(index);
    return {
      key: column.key,
      group: column.group,
      title: column.title,
      about: column.description,
      width: widthOf(column, rows),
      isNumber: column.kind === "position",
      cellOf: (row, index) => shownCell(column, column.cellOf(row), isMarked(index) ? mode : null),
    };
  });
}

const differs = {
  modal: "differs from the most common value",
  changed_vs_next: "differs from the row below",
} as const satisfies Record<HighlightMode, string>;

function shownCell(column: ConfigColumn, cell: Cell, marked: HighlightMode | null): WideCell {
  const isMarked = marked !== null;
  const text = cellText(column, cell);
  const parts = [typeof cell === "boolean" ? column.description : fullText(column, cell), marked && differs[marked]];
  return {
    isMarked,
    title: parts.filter(Boolean).join(" · ") || undefined,
    content:
      typeof cell === "boolean" ? <CheckMark isChecked={isUnitConfigChecked(cell)} label={column.description} /> : text,
  };
}

/** What a cell says. */
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
const EDGES_PX = 26;
const WIDTH_PX = { least: 60, most: 280 } as const;
/** Rows looked at to tell how wide a column is; what is longer ends in an ellipsis. */
const LOOKED_AT = 100;

function widthOf(column: ConfigColumn, rows: readonly Row[]): number {
  const longest = rows
    .slice(0, LOOKED_AT)
    .reduce((most, row) => Math.max(most, cellText(column, column.cellOf(row)).length), column.title.length);
  return Math.min(WIDTH_PX.most, Math.max(WIDTH_PX.least, Math.ceil(longest * LETTER_PX) + EDGES_PX));
}
