import type { ReactNode } from "react";

/** A column of a list. */
type ListColumn<Row, Context> = {
  /** Its name in the list's layouts. */
  key: string;
  /** Its heading. Screen readers read it with each cell, also where it is not displayed. */
  title: string;
  /** The content of a row's cell. */
  cell: (row: Row, context: Context) => ReactNode;
  align?: "end";
  /** True if the heading is only for screen readers. */
  hidesTitle?: boolean;
  /** True if its text is less prominent. */
  isMuted?: boolean;
};

/** Where the columns are: the sizes of the tracks, and lines of column keys as in `grid-template-areas`. */
export type Layout = { tracks: string; areas: readonly string[] };

/** The columns and layout of a list. Declared once, outside of components. */
export type ListKind<Row, Context> = {
  /** The name of its rows, such as `Error groups`. */
  label: string;
  columns: readonly ListColumn<Row, Context>[];
  /** The key of a row, which its element has as `data-key`. */
  keyOf: (row: Row) => string;
  /** The usual height of a row (px). */
  rowPx: number;
  layout: {
    /** One line, with headings. */
    wide: Layout;
    /** Up to 73.75em, without headings. */
    medium: Layout;
    /** Up to 40em; as `medium` unless given. `labelled` is a line for each column, with its title. */
    small?: Layout | "labelled";
    /** Up to 25em; as `small` unless given. */
    tiny?: Layout;
  };
  /** Shown above a row that begins a section, such as a day. */
  sectionOf?: (row: Row, context: Context) => string;
  /** The mark at the edge of a row. */
  mark?: (row: Row, context: Context) => RowMark | undefined;
  /** True if a row is displayed as inactive. */
  isQuiet?: (row: Row) => boolean;
  /** Adds to the context of a row what its hooks return. */
  RowContext?: (props: { row: Row; context: Context; children: (context: Context) => ReactNode }) => ReactNode;
  /** Shown below the cells of a row. */
  below?: (row: Row, context: Context) => ReactNode;
};

export type RowMark = "danger" | "warning" | "info" | "hatched";
