import { useRef } from "react";
import { IconSearch, IconX } from "@tabler/icons-react";
import { HelpPopover, Icon } from "../ui/index.ts";
import styles from "./toolbar.module.css";
import { useSearchKeys } from "./use-search-keys.ts";
import { useTypedSearch } from "./use-typed-search.ts";

type SearchBoxProps = { search: string; onSearch: (search: string) => void };

export function SearchBox({ search, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const { text, type, finish } = useTypedSearch(search, onSearch);
  useSearchKeys(input);

  function handleClear() {
    finish("");
    input.current?.focus();
  }

  return (
    <search className={styles.search}>
      <Icon of={IconSearch} />
      <input
        ref={input}
        type="search"
        placeholder="Search"
        aria-label="Search"
        aria-keyshortcuts="/ Control+F"
        spellCheck={false}
        autoComplete="off"
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
          <Icon of={IconX} />
        </button>
      )}
      <HelpPopover label="Search help" className={styles.help}>
        <p>
          Finds text in the serial number, deploy location, description and organization; from 4 characters on in the
          name too.
        </p>
        <dl className={styles.examples}>
          <dt>oslo | bergen</dt>
          <dd>one or the other; a comma does the same</dd>
          <dt>atlas &amp; oslo</dt>
          <dd>both</dd>
          <dt>!test</dt>
          <dd>all but this</dd>
        </dl>
        <p>Capitals and spaces around terms do not matter. A separator at the end waits for its term.</p>
      </HelpPopover>
    </search>
  );
}
