import { useState } from "react";
import { columnGroupKey, type ConfigColumn } from "@groundcrew/shared/configs";
import { foldText } from "@groundcrew/shared/lib";
import { IconColumns3 } from "@tabler/icons-react";
import { countText } from "../../lib/index.ts";
import { CheckField, PopoverButton, StatusLine, TextField } from "../../ui/index.ts";
import styles from "../configs.module.css";

type ColumnsMenuProps = {
  /** The columns that can be hidden. */
  columns: readonly ConfigColumn[];
  hidden: ReadonlySet<string>;
  onHidden: (hidden: ReadonlySet<string>) => void;
};

/** Chooses the columns and column groups of the table. */
export function ColumnsMenu({ columns, hidden, onHidden }: ColumnsMenuProps) {
  const [search, setSearch] = useState("");
  const query = foldText(search.trim());
  const found = columns.filter((column) => foldText(`${column.group} ${fullTitle(column)}`).includes(query));
  const groups = [...Map.groupBy(found, ({ group }) => group)];
  const visible = columns.filter(({ key }) => !hidden.has(key)).length;

  return (
    <PopoverButton name="Columns" icon={IconColumns3} badge={String(visible)}>
      <TextField
        label="Find a column"
        type="search"
        autoComplete="off"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <StatusLine>{search === "" ? "" : countText(found.length, "column")}</StatusLine>
      {found.length === 0 && <p className="soft mt-3">No column titles match.</p>}
      <div className={`mt-3 ${styles.groups}`}>
        {groups.map(([group, columns]) => (
          <fieldset key={columnGroupKey(group)} className={`mb-3 ${styles.group}`}>
            <legend className="strong">
              <CheckField
                label={group}
                checked={columns.some(({ key }) => !hidden.has(key))}
                onChange={(isVisible) => onHidden(withColumns(hidden, columns, isVisible))}
              />
            </legend>
            {columns.map((column) => (
              <CheckField
                key={column.key}
                label={fullTitle(column)}
                checked={!hidden.has(column.key)}
                onChange={(isVisible) => onHidden(withColumns(hidden, [column], isVisible))}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </PopoverButton>
  );
}

/** A unit config's full title; the table shows a shortened one. */
function fullTitle({ kind, title, description }: ConfigColumn): string {
  return kind === "unit_config" ? description : title;
}

/** The hidden columns after some more are shown or hidden. */
export function withColumns(
  hidden: ReadonlySet<string>,
  columns: readonly Pick<ConfigColumn, "key">[],
  isVisible: boolean,
): Set<string> {
  const result = new Set(hidden);
  for (const { key } of columns) {
    if (isVisible) result.delete(key);
    else result.add(key);
  }
  return result;
}
