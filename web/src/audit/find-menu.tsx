import { useState } from "react";
import { foldText } from "@groundcrew/shared/lib";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { PopoverButton } from "../ui/index.ts";
import styles from "./find-menu.module.css";

/** Something to choose. */
export type FindItem = { id: string; label: string; about?: string };

type FindMenuProps = {
  name: string;
  icon: TablerIcon;
  /** What nothing is called, such as `Anyone`. */
  none: string;
  items: readonly FindItem[];
  /** The id of what is chosen; empty for nothing. */
  value: string;
  onChange: (id: string) => void;
};

const SHOWN_MAX = 30;

/** A button that shows what is chosen among many things and opens a list of them, found by typing. */
export function FindMenu({ name, icon, none, items, value, onChange }: FindMenuProps) {
  const chosen = value === "" ? none : (items.find(({ id }) => id === value)?.label ?? value);
  return (
    <PopoverButton name={`${name}: ${chosen}`} icon={icon}>
      <Choices {...{ name, none, items, value, onChange }} />
    </PopoverButton>
  );
}

function Choices({ name, none, items, value, onChange }: Omit<FindMenuProps, "icon">) {
  const [search, setSearch] = useState("");
  const wanted = foldText(search.trim());
  const found = items.filter(({ id, label, about = "" }) => foldText(`${label} ${about} ${id}`).includes(wanted));
  const shown: FindItem[] = [...(wanted === "" ? [{ id: "", label: none }] : []), ...found.slice(0, SHOWN_MAX)];
  return (
    <div className={styles.choices}>
      <input
        type="search"
        className={styles.find}
        placeholder="Search"
        aria-label={`Search ${name.toLowerCase()}`}
        data-autofocus
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <fieldset className={styles.list} aria-label={name}>
        {shown.map(({ id, label, about }) => (
          <label key={id} className={styles.choice}>
            <input type="radio" name={`find-${name}`} checked={id === value} onChange={() => onChange(id)} />
            <span>{label}</span>
            {about !== undefined && about !== "" && <span className={styles.about}>{about}</span>}
          </label>
        ))}
      </fieldset>
      {found.length === 0 && <span className={styles.about}>Nothing matches</span>}
      {found.length > SHOWN_MAX && <span className={styles.about}>Type to find more</span>}
    </div>
  );
}
