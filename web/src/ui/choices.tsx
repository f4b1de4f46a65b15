import { useState } from "react";
import { foldText } from "@groundcrew/shared/lib";
import styles from "./choices.module.css";

/** Something that can be chosen. */
export type Choice = { id: string; label: string; about?: string };

type ChoicesProps = {
  /** What is chosen. */
  label: string;
  choices: readonly Choice[];
  /** Whether one of them is chosen, or several. */
  type: "radio" | "checkbox";
  /** With `radio`, what no choice is called, such as `Anyone`. Its id is empty. */
  none?: string;
  isChosen: (id: string) => boolean;
  onChoose: (id: string, isChosen: boolean) => void;
};

const SHOWN_MAX = 30;

/** A list of many things to choose from, found by typing. */
export function Choices({ label, choices, type, none, isChosen, onChoose }: ChoicesProps) {
  const [search, setSearch] = useState("");
  const wanted = foldText(search.trim());
  const found = choices.filter(({ id, label: name, about = "" }) =>
    foldText(`${name} ${about} ${id}`).includes(wanted),
  );
  const first: Choice[] = none === undefined || wanted !== "" ? [] : [{ id: "", label: none }];
  return (
    <div className={styles.choices}>
      <input
        type="search"
        className={styles.find}
        placeholder="Search"
        aria-label={`Search ${label.toLowerCase()}`}
        data-autofocus
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <fieldset className={styles.list} aria-label={label}>
        {[...first, ...found.slice(0, SHOWN_MAX)].map(({ id, label: name, about = "" }) => (
          <label key={id} className={styles.choice}>
            <input
              type={type}
              name={`choose-${label}`}
              checked={isChosen(id)}
              onChange={({ target }) => onChoose(id, target.checked)}
            />
            <span>{name}</span>
            {about !== "" && <span className={styles.about}>{about}</span>}
          </label>
        ))}
      </fieldset>
      {found.length === 0 && <span className={styles.about}>Nothing matches</span>}
      {found.length > SHOWN_MAX && <span className={styles.about}>Type to find more</span>}
    </div>
  );
}
