import { useState } from "react";
import { foldText } from "@groundcrew/shared/lib";
import { IconPlus, IconX } from "@tabler/icons-react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { PopoverButton } from "./menus.tsx";
import styles from "./pick-list.module.css";

/** Something that can be chosen. */
export type PickItem = { id: string; label: string; about?: string };

type PickListProps = {
  /** What is chosen, as a plural noun. */
  label: string;
  /** Label of the button that adds. */
  action: string;
  items: readonly PickItem[];
  chosen: readonly string[];
  error?: string | undefined;
  /** Whether what is chosen is displayed elsewhere. */
  isBare?: boolean;
  onChange: (chosen: string[]) => void;
};

const SHOWN_MAX = 30;

/** Several things chosen among many, found by typing. */
export function PickList({ label, action, items, chosen, error, isBare = false, onChange }: PickListProps) {
  const names = new Map(items.map((item) => [item.id, item.label]));
  return (
    <fieldset className={styles.picks} aria-label={label} aria-invalid={error === undefined ? undefined : true}>
      {(isBare ? [] : chosen).map((id) => (
        <Button
          key={id}
          className={styles.pick}
          title={`Remove ${names.get(id) ?? id}`}
          aria-label={`Remove ${names.get(id) ?? id}`}
          onClick={() => onChange(chosen.filter((one) => one !== id))}
        >
          {names.get(id) ?? id}
          <Icon icon={IconX} size="s" />
        </Button>
      ))}
      <PopoverButton name={action} icon={IconPlus} keepsName>
        <Choices {...{ label, items, chosen, onChange }} />
      </PopoverButton>
      {error !== undefined && <span className={styles.problem}>{error}</span>}
    </fieldset>
  );
}

function Choices({ label, items, chosen, onChange }: Omit<PickListProps, "action" | "error" | "isBare">) {
  const [search, setSearch] = useState("");
  const wanted = foldText(search.trim());
  const found = items.filter((item) => foldText(`${item.label} ${item.about ?? ""} ${item.id}`).includes(wanted));
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
      {found.slice(0, SHOWN_MAX).map((item) => (
        <label key={item.id} className={styles.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(item.id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, item.id] : chosen.filter((one) => one !== item.id))
            }
          />
          <span>{item.label}</span>
          {item.about !== undefined && <span className={styles.about}>{item.about}</span>}
        </label>
      ))}
      {found.length === 0 && <span className={styles.about}>Nothing matches</span>}
      {found.length > SHOWN_MAX && <span className={styles.about}>Type to find more</span>}
    </div>
  );
}
