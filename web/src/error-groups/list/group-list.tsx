import { useMemo } from "react";
import type { ErrorGroup } from "@groundcrew/shared/error-groups";
import { useServerNow } from "../../clock/index.ts";
import { useUnsafeToReload, type RowSelection } from "../../lib/index.ts";
import {
  Button,
  pressInRow,
  Spinner,
  useLoadAhead,
  usePageWindow,
  useRowFocus,
  useRowKeys,
  type MoreRows,
} from "../../ui/index.ts";
import { GroupHeadings, GroupRow } from "./group-row.tsx";
import styles from "./groups-page.module.css";
import type { GroupActs } from "./selection-bar.tsx";

type GroupListProps = {
  groups: readonly ErrorGroup[];
  selection: RowSelection<number>;
  onToggle: (toggled: { id: number; shift: boolean }) => void;
  onToggleAll: () => void;
  actsOn: (id: number | null) => GroupActs;
  more: MoreRows;
};

const ROW_PX = 61;

const acknowledge = pressInRow("[data-acknowledge]");

/**
 * The groups. X selects the focused group, A acknowledges, E resolves and M merges the selected ones or, without any, the focused one. Only
 * those near the window are rendered, and more are loaded towards the end.
 */
export function GroupList({ groups, selection, onToggle, onToggleAll, actsOn, more }: GroupListProps) {
  const ids = useMemo(() => groups.map(({ id }) => id), [groups]);
  const keys = useMemo(() => ids.map(String), [ids]);
  const page = usePageWindow({ keys, estimate: () => ROW_PX });
  const { ref } = page.list;
  const now = useServerNow();
  useRowFocus(ref, "[data-key]");
  useUnsafeToReload(selection.ids.size > 0);
  const idOf = (row: { key: string } | null) => (row === null ? null : Number(row.key));
  useRowKeys({
    list: ref,
    keys,
    goTo: page.goTo,
    control: "a[href]",
    actions: {
      x: (row, { shiftKey }) => row && onToggle({ id: Number(row.key), shift: shiftKey }),
      a: (row) => (selection.ids.size > 0 ? actsOn(idOf(row)).acknowledge() : acknowledge(row)),
      e: (row) => actsOn(idOf(row)).resolve(),
      m: (row) => actsOn(idOf(row)).merge(),
    },
  });

  useLoadAhead(more, groups.length - (page.lines.at(-1)?.index ?? 0));

  return (
    <div className={styles.list}>
      <GroupHeadings>
        <SelectAll
          isAll={ids.every((id) => selection.ids.has(id))}
          isSome={selection.ids.size > 0}
          onToggle={onToggleAll}
        />
      </GroupHeadings>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the list of a page window is a div */}
      <div {...page.list} role="list" aria-label="Error groups" className={styles.rows}>
        {page.lines.map(({ index, key, gap }) => {
          const group = groups[index];
          if (!group) return null;
          return (
            <div
              key={key}
              ref={page.measure}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
              role="listitem"
              data-index={index}
              data-key={key}
              className={styles.line}
              style={{ marginTop: gap }}
            >
              <GroupRow group={group} now={now} isSelected={selection.ids.has(group.id)} onToggle={onToggle} />
            </div>
          );
        })}
      </div>
      {more.hasMore && <MoreRow more={more} />}
    </div>
  );
}

function MoreRow({ more: { failure, load } }: { more: MoreRows }) {
  return (
    <div className={styles.more}>
      {failure === null ? <Spinner label="Loading more groups" /> : failure}
      {failure !== null && <Button onClick={load}>Load More</Button>}
    </div>
  );
}

type SelectAllProps = { isAll: boolean; isSome: boolean; onToggle: () => void };

function SelectAll({ isAll, isSome, onToggle }: SelectAllProps) {
  return (
    <input
      type="checkbox"
      aria-label="Select all groups"
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = isSome && !isAll;
      }}
      onChange={onToggle}
    />
  );
}
