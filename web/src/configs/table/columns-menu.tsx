import { columnGroupKey, type ConfigColumn } from "@groundcrew/shared/configs";
import { IconColumns3 } from "@tabler/icons-react";
import { CheckField, PopoverButton } from "../../ui/index.ts";
import styles from "./columns-menu.module.css";

type ColumnsMenuProps = {
  /** Those that can be hidden. */
  columns: readonly ConfigColumn[];
  hidden: ReadonlySet<string>;
  onHidden: (hidden: ReadonlySet<string>) => void;
};

/** Which columns and groups of columns are in the table. */
export function ColumnsMenu({ columns, hidden, onHidden }: ColumnsMenuProps) {
  const groups = [...Map.groupBy(columns, ({ group }) => group)];
  const visible = columns.filter(({ key }) => !hidden.has(key)).length;

  return (
    <PopoverButton name="Columns" icon={IconColumns3} badge={String(visible)}>
      <div className={styles.groups}>
        {groups.map(([group, columns]) => (
          <fieldset key={columnGroupKey(group)} className={styles.group}>
            <legend className={styles.name}>
              <CheckField
                label={group}
                checked={columns.some(({ key }) => !hidden.has(key))}
                onChange={(isShown) => onHidden(withColumns(hidden, columns, isShown))}
              />
            </legend>
            {columns.map((column) => (
              <CheckField
                key={column.key}
                label={column.title}
                checked={!hidden.has(column.key)}
                onChange={(isShown) => onHidden(withColumns(hidden, [column], isShown))}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </PopoverButton>
  );
}

/** The hidden columns once some more are shown, or hidden. */
export function withColumns(
  hidden: ReadonlySet<string>,
  columns: readonly Pick<ConfigColumn, "key">[],
  isShown: boolean,
): Set<string> {
  const after = new Set(hidden);
  for (const { key } of columns) {
    if (isShown) after.delete(key);
    else after.add(key);
  }
  return after;
}
