import type { ReactNode } from "react";
import { IconSearch } from "@tabler/icons-react";
import { classes, Icon, Spinner } from "../ui/index.ts";
import styles from "./palette.module.css";
import { markedParts, type Item } from "./sections.ts";
import type { usePalette } from "./use-palette.ts";

type ResultsProps = { palette: ReturnType<typeof usePalette>; listId: string };

/** The id of an item's element. */
export function itemId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** The list of the palette: sections with items, of which one is current. */
export function Results({ palette, listId }: ResultsProps) {
  const { user, text, query, items, current, sections, isSearching, failure, press } = palette;
  return (
    <>
      <div id={listId} role="listbox" aria-label="Results" className={styles.list}>
        {sections.map(({ label, count, items: own, isSearching }) => (
          <div key={label} role="group" aria-label={label || "More"}>
            {label !== "" && (
              <div className={`flex gap-1h caption muted ${styles.section}`} aria-hidden>
                {label} {count !== undefined && <span>{count}</span>}
              </div>
            )}
            {own.map((item) => (
              <Row
                key={item.id}
                id={itemId(listId, items.indexOf(item))}
                item={item}
                query={query}
                isCurrent={item === current}
                onPress={(isNewTab) => press(item, isNewTab)}
              />
            ))}
            {isSearching && (
              <div className={`row muted ${styles.item}`} aria-hidden>
                <Spinner /> Searching…
              </div>
            )}
          </div>
        ))}
      </div>
      {failure !== null && <p className={`row muted small ${styles.item}`}>{failure}</p>}
      {items.length === 0 && !isSearching && failure === null && <Nothing text={text} isAdmin={user.can_admin} />}
    </>
  );
}

type RowProps = {
  id: string;
  item: Item;
  query: string;
  isCurrent: boolean;
  onPress: (isNewTab: boolean) => void;
};

function Row({ id, item, query, isCurrent, onPress }: RowProps) {
  const { icon, label, about = "", aside, reason } = item;
  return (
    // The field has the focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      aria-disabled={reason !== undefined || undefined}
      className={classes("row pointer", styles.item)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ ctrlKey, metaKey }) => onPress(ctrlKey || metaKey)}
    >
      <Icon icon={icon} size="l" />
      <span className={`truncate medium ${styles.label}`} title={label}>
        {marked(label, query)}
      </span>{" "}
      <span className={`truncate small muted ${styles.about}`}>{reason ?? marked(about, query)}</span>
      {aside !== undefined && <span className="push-right rigid">{aside}</span>}
      {item.id === "show all" && <Key names={["Alt", "Enter"]} />}
      {item.id === "all actions" && <Key names={["Tab"]} />}
    </div>
  );
}

/** A text with what a query found in it. */
function marked(text: string, query: string): ReactNode {
  const parts = markedParts(text, query);
  if (parts === null) return text;
  const [before, found, after] = parts;
  return (
    <>
      {before}
      <mark className={styles.mark}>{found}</mark>
      {after}
    </>
  );
}

function Key({ names }: { names: readonly string[] }) {
  return (
    <span className="flex gap-1 push-right hidden-small" aria-hidden>
      {names.map((name) => (
        <kbd key={name} className={styles.key}>
          {name}
        </kbd>
      ))}
    </span>
  );
}

function Nothing({ text, isAdmin }: { text: string; isAdmin: boolean }) {
  return (
    <div className={`column align-center gap-2 muted text-center ${styles.nothing}`}>
      <Icon icon={IconSearch} size="xl" />
      <strong className="default">{`Nothing matches “${text.trim()}”.`}</strong>
      <span>
        Names need four characters or more.
        {isAdmin && " Support log entries and errors older than a year are not searched here."}
      </span>
    </div>
  );
}
