import { Fragment, useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { SEARCH_MAX } from "@groundcrew/shared/lib";
import { IconSearch, IconX } from "@tabler/icons-react";
import { countText } from "../lib/index.ts";
import { Icon, IconButton, StatusLine, useModal } from "../ui/index.ts";
import type { EarlyKeys } from "./early-keys.ts";
import styles from "./palette.module.css";
import { itemId, Results } from "./results.tsx";
import { usePalette, type PaletteProps } from "./use-palette.ts";

const ASKS = "Go to a station or page, or do something";

/** A field that finds stations, pages and what can be done, over the page. The arrow keys move along what it finds. */
export function Palette({ early, ...props }: PaletteProps & { early: EarlyKeys }) {
  const palette = usePalette(props);
  const { text, items, current, isSearching, type, handleKey, leave } = palette;
  const overlay = useRef<HTMLDivElement>(null);
  const listId = useId();
  const currentId = current && itemId(listId, items.indexOf(current));
  useModal(overlay, leave);
  const takeEarly = useEffectEvent(() => {
    const typed = early.stop();
    if (typed !== "") type(typed);
  });
  useLayoutEffect(() => takeEarly(), []);
  useLayoutEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: "nearest" });
  }, [currentId]);

  return createPortal(
    <div ref={overlay} className={`flex justify-center ${styles.overlay}`}>
      <button
        type="button"
        tabIndex={-1}
        aria-hidden
        className={`absolute bare ${styles.beside}`}
        onClick={props.onClose}
      />
      <dialog
        open
        aria-modal
        aria-label="Go to"
        className={`column relative full-width m-0 p-0 surface bordered ${styles.palette}`}
      >
        <div className={`row gap-3 border-below rigid ${styles.head}`}>
          <Icon icon={IconSearch} size="l" />
          <input
            className={`grow min-0 default bare own-font p-0 ${styles.input}`}
            role="combobox"
            aria-label={ASKS}
            aria-expanded
            aria-controls={listId}
            aria-activedescendant={currentId}
            aria-autocomplete="list"
            placeholder={ASKS}
            autoComplete="off"
            spellCheck={false}
            maxLength={SEARCH_MAX}
            data-autofocus
            value={text}
            onChange={({ target }) => type(target.value)}
            onKeyDown={handleKey}
          />
          <IconButton tone="quiet" icon={IconX} label="Close" onClick={props.onClose} />
        </div>
        <Results palette={palette} listId={listId} />
        <StatusLine>{isSearching ? "Searching…" : countText(items.length, "result")}</StatusLine>
        <Hints />
      </dialog>
    </div>,
    document.body,
  );
}

const HINTS: readonly (readonly [names: readonly string[], text: string])[] = [
  [["↑", "↓"], "move"],
  [["Enter"], "open"],
  [["Ctrl", "Enter"], "in a new tab"],
  [["Tab"], "actions of a station"],
  [["Esc"], "close"],
];

function Hints() {
  return (
    <div className={`row gap-4 caption muted rigid hidden-small ${styles.foot}`} aria-hidden>
      {HINTS.map(([names, text]) => (
        <span key={text} className={text === "close" ? "push-right" : undefined}>
          {names.map((name) => (
            <Fragment key={name}>
              <kbd className={styles.key}>{name}</kbd>{" "}
            </Fragment>
          ))}
          {text}
        </span>
      ))}
    </div>
  );
}
