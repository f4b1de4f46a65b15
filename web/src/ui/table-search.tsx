import { IconSearch } from "@tabler/icons-react";
import { Icon } from "./icon.tsx";
import { StatusLine } from "./visually-hidden.tsx";
import styles from "./table-search.module.css";

type TableSearchProps = {
  /** The searched items, such as "users". */
  subject: string;
  text: string;
  /** The number of matching rows. */
  found: number;
  onText: (text: string) => void;
};

/** Searches the rows of a table while typing. */
export function TableSearch({ subject, text, found, onText }: TableSearchProps) {
  return (
    <search className={styles.search}>
      <Icon icon={IconSearch} />
      <input
        type="search"
        className={styles.input}
        placeholder="Search"
        aria-label={`Search ${subject}`}
        spellCheck={false}
        autoComplete="off"
        maxLength={500}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <StatusLine>{text === "" ? "" : `${found} found`}</StatusLine>
    </search>
  );
}
