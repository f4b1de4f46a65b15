import { IconSearch } from "@tabler/icons-react";
import { Icon } from "./icon.tsx";
import { StatusLine } from "./visually-hidden.tsx";
import styles from "./table-search.module.css";

type TableSearchProps = {
  /** What is searched, such as "users". */
  subject: string;
  text: string;
  /** How many rows the search left. */
  found: number;
  onText: (text: string) => void;
};

/** Searches the rows of a table as someone types. */
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
