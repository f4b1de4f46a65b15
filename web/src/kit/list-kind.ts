import type { ReactNode } from "react";

/** A column of a list. */
type ListColumn<Row, Context, Key> = {
  /** Its name in the list's layouts. */
  key: Key;
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
export type Layout<Line = string> = { tracks: string; areas: readonly Line[] };

/** The columns and layout of a list, which `listKind` makes. */
export type ListKind<Row, Context, Key = string, Line = string> = {
  /** The name of its rows, such as `Error groups`. */
  label: string;
  columns: readonly ListColumn<Row, Context, Key>[];
  /** The key of a row, which its element has as `data-key`. */
  keyOf: (row: Row) => string;
  /** The usual height of a row (px). */
  rowPx: number;
  layout: {
    /** One line, with headings. */
    wide: Layout<Line>;
    /** Up to 73.75em, without headings. */
    medium: Layout<Line>;
    /** Up to 40em; as `medium` unless given. `labelled` is a line for each column, with its title. */
    small?: Layout<Line> | "labelled";
    /** Up to 25em; as `small` unless given. */
    tiny?: Layout<Line>;
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

/** The words of a line of a layout. */
type Words<Line> = Line extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Line;

/** The line of a layout if each of its words is a column, the check box of a row or an empty cell. */
type LineOf<Line, Key> = Line extends unknown ? (Words<Line> extends Key | "select" | "." ? Line : never) : never;

/** Declares a list, once and outside of components. Its layouts can only name its columns: `listKind<Row, Context>()({ … })`. */
export function listKind<Row, Context>() {
  return <const Key extends string, const Line extends string>(
    kind: ListKind<Row, Context, Key, Line & LineOf<Line, NoInfer<Key>>>,
  ): ListKind<Row, Context> => kind;
}
