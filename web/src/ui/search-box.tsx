import { useRef, useEffect, type RefObject, useEffectEvent, useState } from "react";
import { IconSearch, IconX } from "@tabler/icons-react";
import { Icon } from "./icon.tsx";
import { HelpPopover } from "./menus.tsx";
import { StatusLine } from "./text.tsx";
import { shortcuts, usePageKeys } from "./use-page-keys.ts";
import { usePageValue } from "../page/index.ts";
import styles from "./text.module.css";
import { SEARCH_MAX, UI_DELAYS_MS } from "@groundcrew/shared/lib";

type SearchBoxProps = {
  value: string;
  /** The searched fields, for the help text. */
  help?: string;
  /** How many rows match, for screen readers, where nothing else says it. */
  found?: number;
  placeholder?: string;
  /** Whether the search combines terms by the rules of the station list, or finds the text as it is. */
  syntax?: "terms" | "text";
  onChange: (search: string) => void;
};

/** Searches the list on the page. */
export function SearchBox(props: SearchBoxProps) {
  const { value, help, found, placeholder = "Search", syntax = "terms", onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  const { text, type, finish } = useTypedSearch(value, onChange);
  const hasShortcuts = usePageValue(shortcuts);
  useSearchKeys(input);

  function handleClear() {
    finish("");
    input.current?.focus();
  }

  return (
    <search className={`row gap-2 push-right muted surface rounded ${styles.search}`}>
      <Icon icon={IconSearch} />
      <input
        ref={input}
        type="search"
        placeholder={placeholder}
        aria-label={placeholder}
        aria-keyshortcuts={hasShortcuts ? "/ Control+F" : "Control+F"}
        spellCheck={false}
        autoComplete="off"
        maxLength={SEARCH_MAX}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && finish(text)}
      />
      {text === "" ? (
        hasShortcuts && (
          <kbd className={`hidden-small px-1h muted bordered rounded-sm ${styles.key}`} aria-hidden>
            /
          </kbd>
        )
      ) : (
        <button
          type="button"
          className={`center bare p-0 rounded-sm soft inner-focus ${styles.help}`}
          aria-label="Clear search"
          title="Clear search"
          onClick={handleClear}
        >
          <Icon icon={IconX} />
        </button>
      )}
      {help !== undefined && (
        <HelpPopover label="Search help" className={`center bare p-0 rounded-sm soft inner-focus ${styles.help}`}>
          <p>{help}</p>
          {syntax === "terms" && <TermExamples />}
        </HelpPopover>
      )}
      {found !== undefined && <StatusLine>{value === "" ? "" : `${found} found`}</StatusLine>}
    </search>
  );
}

function TermExamples() {
  return (
    <>
      <dl className={`grid ${styles.examples}`}>
        <dt>oslo | bergen</dt>
        <dd>one or the other; a comma does the same</dd>
        <dt>atlas &amp; oslo</dt>
        <dd>both</dd>
        <dt>!test</dt>
        <dd>all but this</dd>
      </dl>
      <p>Case, accents, spaces around terms and a separator at the end are ignored.</p>
    </>
  );
}

/**
 * `/` focuses the search box unless the focus is in a text field or a dialog is open. Ctrl-F and Cmd-F focus it too; in the box
 * they open the browser's own search.
 */
function useSearchKeys(input: RefObject<HTMLInputElement | null>): void {
  function focus() {
    if (document.activeElement === input.current) return false;
    input.current?.focus();
    input.current?.select();
    return true;
  }
  usePageKeys({ "/": focus, "ctrl+f": focus });
}

/** The text in the search box, which is ahead of the search while someone types. */
function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search);
  const sent = useRef(search);

  function send(typed: string) {
    sent.current = typed;
    if (typed !== search) onSearch(typed);
  }

  function finish(typed: string) {
    setText(typed);
    send(typed);
  }

  // Uses the latest values when the delay ends, since other settings may have changed.
  const handlePause = useEffectEvent(send);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => handlePause(text), UI_DELAYS_MS.search_debounce);
    return () => clearTimeout(timer);
  }, [text]);

  // A search from elsewhere, such as a followed link, replaces the text.
  useEffect(() => {
    if (search === sent.current) return;
    sent.current = search;
    setText(search);
  }, [search]);

  return { text, type: setText, finish };
}
