import { useMemo } from "react";
import {
  Button,
  Memoized,
  Spinner,
  NO_MORE,
  useLoadAhead,
  usePageWindow,
  useRowKeys,
  type MoreRows,
  type RowActions,
} from "../ui/index.ts";
import { copyRowLink } from "./copy-link.tsx";
import styles from "./data-list.module.css";
import type { ListKind } from "./list-kind.ts";
import { ListFrame, ListRow } from "./list-row.tsx";
import { SelectAll, selectionKeys, type ListSelection } from "./list-selection.tsx";

type DataListProps<Row, Context> = {
  kind: ListKind<Row, Context>;
  rows: readonly Row[];
  /** Further input of the cells. Rows are rendered again when one of its values changes. */
  context: Context;
  /** True for rows of the previous filter, while others are loading. */
  isOutdated?: boolean;
  /** True if there are rows that are not loaded, apart from `more`. */
  isPart?: boolean;
  /** True if all rows are rendered, so that they are printed and found by the browser's search. For lists that are never long. */
  isShort?: boolean;
  /** Rows after the loaded ones, which are loaded ahead of the end. */
  more?: MoreRows;
  selection?: ListSelection<Row>;
  /** Selects what J and K focus in a row; by default its first link or button. */
  control?: string;
  /** Actions of further keys. */
  actions?: RowActions;
};

/**
 * A list with columns that becomes stacked lines in a narrow window. Only the rows near the window are rendered. It is one stop of the
 * Tab key; J and K move the focus from row to row, and with a selection X, Ctrl+A and Escape change it.
 */
export function DataList<Row, Context extends object>(props: DataListProps<Row, Context>) {
  const { kind, rows, context, isOutdated = false, isPart = false, isShort = false, more, selection } = props;
  const { control, actions } = props;
  const keys = useMemo(() => rows.map(kind.keyOf), [rows, kind]);
  const sections = useMemo(() => sectionsOf({ kind, rows, context }), [kind, rows, context]);
  const page = usePageWindow({ keys, estimate: () => kind.rowPx, ...(isShort && { overscan: rows.length }) });
  const { ref } = page.list;
  useRowKeys({
    list: ref,
    keys,
    goTo: page.goTo,
    ...(control !== undefined && { control }),
    actions: { l: copyRowLink, ...selectionKeys(selection, (key) => rows[keys.indexOf(key)]), ...actions },
  });
  useLoadAhead(more ?? NO_MORE, rows.length - (page.lines.at(-1)?.index ?? 0));

  return (
    <>
      <ListFrame
        kind={kind}
        count={isPart || more?.hasMore || more?.failure ? null : rows.length + (sections.at(-1)?.count ?? 0)}
        isOutdated={isOutdated}
        selectAll={selection && <SelectAll {...selection.all} />}
      >
        <div {...page.list} role="rowgroup" className={styles.rows}>
          {page.lines.map(({ index, key, gap }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const { starts: section = null, count = 0 } = sections[index] ?? {};
            const position = index + count + 2;
            const isSelected = selection?.isSelected(row) ?? false;
            return (
              <div
                key={key}
                ref={page.measure}
                data-index={index}
                data-key={key}
                className={`relative ${styles.line}`}
                style={{ marginTop: gap }}
              >
                {section !== null && (
                  <div role="row" aria-rowindex={position - 1} className={`sunken border-below ${styles.section}`}>
                    <div role="cell" aria-colspan={kind.columns.length + (selection ? 1 : 0)}>
                      {section}
                    </div>
                  </div>
                )}
                <Memoized
                  deps={[kind, row, isSelected, position, selection?.onToggle, ...Object.values(context)]}
                  render={() => <ListRow {...{ kind, row, context, selection, isSelected, position }} />}
                />
              </div>
            );
          })}
        </div>
      </ListFrame>
      {more && <ShowMore {...more} loading={`Loading more ${kind.label.toLowerCase()}`} />}
    </>
  );
}

type ShowMoreProps = MoreRows & {
  /** Shown beside the button: how much of the list is shown. */
  shown?: string;
  /** The label of the spinner, where rows are loaded without a button. */
  loading?: string;
};

/** Below a list that is loaded in parts: a button for more, or why there are no more; nothing below a whole list. */
export function ShowMore({ hasMore, isLoading, failure, load, shown, loading }: ShowMoreProps) {
  if (!hasMore && failure === null) return null;
  if (loading !== undefined && failure === null) {
    return (
      <div className={`row justify-center ${styles.more}`}>
        <Spinner label={loading} />
      </div>
    );
  }
  return (
    <div className={shown === undefined ? `row justify-center gap-3 ${styles.more}` : "row justify-between gap-2 mt-2"}>
      {shown === undefined ? failure : <output className="size-caption muted">{failure ?? shown}</output>}
      {hasMore && (
        <Button busy={isLoading} onClick={load}>
          Show More
        </Button>
      )}
    </div>
  );
}

type Sections<Row, Context> = { kind: ListKind<Row, Context>; rows: readonly Row[]; context: Context };

/** For each row the section that it starts, if any, and the number of sections up to it, each of which has a heading among the rows. */
function sectionsOf<Row, Context>({ kind, rows, context }: Sections<Row, Context>) {
  const { sectionOf } = kind;
  if (sectionOf === undefined) return [];
  const names = rows.map((row) => sectionOf(row, context));
  let count = 0;
  return names.map((name, index) => {
    const isNew = name !== names[index - 1];
    if (isNew) count += 1;
    return { starts: isNew ? name : null, count };
  });
}

type PlainListProps<Row, Context> = {
  kind: ListKind<Row, Context>;
  label: string;
  rows: readonly Row[];
  context: Context;
  selection?: ListSelection<Row>;
  /** True if its headings are displayed, where it is one list of its own. */
  hasHeadings?: boolean;
};

/** A part of a list that is displayed in several or page by page: all its rows are rendered, and the keys belong to the whole. */
export function PlainList<Row, Context extends object>(props: PlainListProps<Row, Context>) {
  const { kind, label, rows, context, selection, hasHeadings = false } = props;
  return (
    <ListFrame
      kind={kind}
      label={label}
      count={rows.length}
      selectAll={selection?.all.label}
      hidesHeadings={!hasHeadings}
    >
      <div role="rowgroup" className={styles.rows}>
        {rows.map((row, index) => {
          const isSelected = selection?.isSelected(row) ?? false;
          return (
            <div key={kind.keyOf(row)} data-key={kind.keyOf(row)} className={`relative ${styles.line}`}>
              <Memoized
                deps={[kind, row, index, isSelected, selection?.onToggle, ...Object.values(context)]}
                render={() => <ListRow {...{ kind, row, context, selection, isSelected }} position={index + 2} />}
              />
            </div>
          );
        })}
      </div>
    </ListFrame>
  );
}
