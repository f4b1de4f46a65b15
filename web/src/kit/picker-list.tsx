import { useId, useMemo, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { foldText } from "@groundcrew/shared/lib";
import { errorSentence } from "../data/api/index.ts";
import { Icon, indexAfterKey } from "../ui/index.ts";
import styles from "./kit.module.css";

/** Something to pick. `text` is searched instead of what is shown of it and its id. */
export type Choice = { id: string; label: string; about?: string; icon?: ReactNode; text?: string };

/** The items of a picker: undefined while they are loading, and an error if that failed. */
export type Choices = readonly Choice[] | Error | undefined;

/** The items of a picker that are loaded by a query. */
export function choicesOf<Data>(
  { data, error }: { data: Data | undefined; error: Error | null },
  read: (data: Data) => readonly Choice[],
): Choices {
  return data === undefined ? (error ?? undefined) : read(data);
}

/** The items of things that have a number and a name. */
export function namedChoices(things: readonly { id: number; name: string }[]): Choice[] {
  return things.map(({ id, name }) => ({ id: String(id), label: name }));
}

/** Other items once they are loaded. */
export function mapChoices(items: Choices, change: (items: readonly Choice[]) => readonly Choice[]): Choices {
  return items === undefined || items instanceof Error ? items : change(items);
}

/** The items that are loaded. */
export function loadedChoices(items: Choices): readonly Choice[] | undefined {
  return items instanceof Error ? undefined : items;
}

type ListProps = {
  /** The name of the choice. */
  label: string;
  items: Choices;
  /** One of them, several, or one that is acted on. */
  type: "radio" | "checkbox" | "button";
  /** The label of the search field, if it is not "Search" with the list's label. */
  searchLabel?: string;
  isChosen?: (id: string) => boolean;
  isBusy?: boolean;
  onChoose: (id: string, isChosen: boolean) => void;
  /** Called with what is typed, if the items depend on it. */
  onSearch?: ((typed: string) => void) | undefined;
  /** Further controls below the items. */
  children?: ReactNode;
};

const SHOWN_MAX = 30;

/**
 * A list of many items, found by typing. The arrow keys only move the focus, so that nothing is chosen on the way; Enter or a press
 * chooses. In a popover, choosing one closes it.
 */
export function PickerList({ label, items, type, searchLabel, ...rest }: ListProps) {
  const { isChosen = never, isBusy = false, onChoose, onSearch, children } = rest;
  const group = useId();
  const [search, setSearch] = useState("");
  const found = useFound(loadedChoices(items), search);
  const first = found.slice(0, SHOWN_MAX);
  const later = type === "radio" && search === "" ? found.slice(SHOWN_MAX).filter(({ id }) => isChosen(id)) : [];
  function handleSearch(text: string) {
    setSearch(text);
    onSearch?.(text);
  }

  function choose(id: string, element: Element) {
    if (type !== "checkbox") closePopover(element);
    onChoose(id, !isChosen(id));
  }
  return (
    <div className={`stack gap-1 ${styles.picker}`}>
      <input
        type="search"
        className={`px-2 rounded min-0 default surface ${styles.search}`}
        placeholder={searchLabel === undefined ? "Search" : `${searchLabel}…`}
        aria-label={searchLabel ?? `Search ${label.toLowerCase()}`}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={search}
        onChange={({ target }) => handleSearch(target.value)}
        onKeyDown={moveOrChoose}
      />
      <fieldset role={type === "radio" ? "radiogroup" : "group"} className={`stack ${styles.list}`} aria-label={label}>
        {[...later, ...first].map((item) => (
          <Item
            key={item.id}
            {...{ item, type, group, isBusy }}
            isChosen={isChosen(item.id)}
            onPress={(element) => choose(item.id, element)}
          />
        ))}
      </fieldset>
      <output className={`ellipsis caption muted clip ${styles.about}`}>{listNote(items, found.length)}</output>
      {children !== undefined && <div className={styles.acts}>{children}</div>}
    </div>
  );
}

const never = () => false;

type ItemProps = Pick<ListProps, "type" | "isBusy"> & {
  item: Choice;
  group: string;
  isChosen: boolean;
  onPress: (element: Element) => void;
};

function Item({ item, type, group, isChosen, isBusy, onPress }: ItemProps) {
  const { icon, label, about = "" } = item;
  const press = {
    "data-item": true,
    onKeyDown: moveOrChoose,
    onClick: ({ currentTarget }: MouseEvent) => onPress(currentTarget),
  };
  const text = (
    <>
      {icon}
      <span className={styles.text}>{label}</span>{" "}
      {about !== "" && <span className={`ellipsis caption muted clip push-right nowrap ${styles.about}`}>{about}</span>}
    </>
  );
  if (type === "button") {
    return (
      <button
        type="button"
        className={`px-1 min-32 row gap-2 full-width small default bare rounded ${styles.item}`}
        disabled={isBusy}
        {...press}
      >
        {text}
      </button>
    );
  }
  return (
    <label className={`px-1 min-32 row gap-2 full-width small default bare rounded ${styles.item}`}>
      {/* Pressing what is chosen closes the popover, too, and is no change. */}
      <input type={type} className="rigid" name={group} checked={isChosen} onChange={ignore} {...press} />
      {text}
    </label>
  );
}

function ignore() {}

/** The items that contain what is typed. Their texts are folded once: there may be thousands. */
function useFound(items: readonly Choice[] = NONE, search: string): readonly Choice[] {
  const texts = useMemo(
    () => items.map((item) => ({ item, text: foldText(item.text ?? `${item.label} ${item.about ?? ""} ${item.id}`) })),
    [items],
  );
  const wanted = foldText(search.trim());
  return wanted === "" ? items : texts.flatMap(({ item, text }) => (text.includes(wanted) ? [item] : []));
}

const NONE: readonly Choice[] = [];

function listNote(items: Choices, count: number): string {
  if (items instanceof Error) return `Loading failed. ${errorSentence(items)}`;
  if (items === undefined) return "Loading...";
  if (count === 0) return "Nothing matches";
  return count > SHOWN_MAX ? "Type to find more" : "";
}

/** The arrow keys move between the search and the items. Enter chooses: in the search the first item, and never submits a form. */
function moveOrChoose(event: KeyboardEvent<HTMLInputElement | HTMLButtonElement>): void {
  const { key, currentTarget } = event;
  if (event.nativeEvent.isComposing) return;
  const picker = currentTarget.closest(`.${styles.picker}`);
  const items = [...(picker?.querySelectorAll<HTMLElement>("[data-item]") ?? [])];
  const isSearch = currentTarget.type === "search";
  if (key === "Enter") {
    event.preventDefault();
    const chosen = isSearch ? (currentTarget.value === "" ? undefined : items[0]) : currentTarget;
    return chosen?.click();
  }
  if (key !== "ArrowDown" && key !== "ArrowUp") {
    // They would choose another radio button.
    if (!isSearch && (key === "ArrowLeft" || key === "ArrowRight")) event.preventDefault();
    return;
  }
  event.preventDefault();
  const current = items.indexOf(currentTarget);
  items.at(indexAfterKey(key, { current, count: items.length, along: "list" }))?.focus();
}

/** Closes the popover that an element is in. */
function closePopover(element: Element): void {
  const popover = element.closest("[popover]");
  if (popover instanceof HTMLElement) popover.hidePopover();
}

type ActProps = {
  icon: TablerIcon;
  isBusy?: boolean;
  "data-autofocus"?: boolean;
  onPress: () => void;
  children: ReactNode;
};

/** Something else to do in a popover, which it closes. */
export function PickerAct({ icon, isBusy = false, onPress, children, ...rest }: ActProps) {
  function handleClick({ currentTarget }: MouseEvent) {
    closePopover(currentTarget);
    onPress();
  }
  return (
    <button
      type="button"
      {...rest}
      className={`px-1 min-32 row gap-2 full-width small default bare rounded ${styles.item}`}
      disabled={isBusy}
      onClick={handleClick}
    >
      <Icon icon={icon} />
      {children}
    </button>
  );
}
