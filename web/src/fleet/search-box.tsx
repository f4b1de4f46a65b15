import { useRef } from "react";
import { SEARCH_MAX } from "@groundcrew/shared/stations";
import { IconSearch, IconX } from "@tabler/icons-react";
import { HelpPopover, Icon } from "../ui/index.ts";
import { useSearchKeys } from "./use-search-keys.ts";
import { useTypedSearch } from "./use-typed-search.ts";
import styles from "./search-box.module.css";

type SearchBoxProps = {
  search: string;
  /** The searched fields, for the help text. */
  finds?: string;
  onSearch: (search: string) => void;
};

const FINDS =
  "Searches the serial number, deploy location, description and organization, and the name for terms of 4 or more characters.";

/** Searches the list on the page. */
export function SearchBox({ search, finds = FINDS, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const { text, type, finish } = useTypedSearch(search, onSearch);
  useSearchKeys(input);

  function handleClear() {
    finish("");
    input.current?.focus();
  }

  return (
    <search className={styles.search}>
      <Icon icon={IconSearch} />
      <input
        ref={input}
        type="search"
        placeholder="Search"
        aria-label="Search"
        aria-keyshortcuts="/ Control+F"
        spellCheck={false}
        autoComplete="off"
        maxLength={SEARCH_MAX}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && finish(text)}
      />
      {text === "" ? (
        <kbd className={styles.key} aria-hidden>
          /
        </kbd>
      ) : (
        <button
          type="button"
          className={styles.help}
          aria-label="Clear search"
          title="Clear search"
          onClick={handleClear}
        >
          <Icon icon={IconX} />
        </button>
      )}
      <HelpPopover label="Search help" className={styles.help}>
        <p>{finds}</p>
        <dl className={styles.examples}>
          <dt>oslo | bergen</dt>
          <dd>one or the other; a comma does the same</dd>
          <dt>atlas &amp; oslo</dt>
          <dd>both</dd>
          <dt>!test</dt>
          <dd>all but this</dd>
        </dl>
        <p>Case, accents, spaces around terms and a separator at the end are ignored.</p>
      </HelpPopover>
    </search>
  );
}
