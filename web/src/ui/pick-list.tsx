import { useId, useMemo } from "react";
import { IconPlus, IconX } from "@tabler/icons-react";
import { Button } from "./button.tsx";
import { Choices, type Choice } from "./choices.tsx";
import { Icon } from "./icon.tsx";
import { PopoverButton } from "./menus.tsx";
import styles from "./pick-list.module.css";

type PickListProps = {
  /** What is chosen, as a plural noun. */
  label: string;
  /** Label of the button that adds. */
  action: string;
  items: readonly Choice[];
  chosen: readonly string[];
  error?: string | undefined;
  /** True if what is chosen is displayed elsewhere. */
  isBare?: boolean;
  onChange: (chosen: string[]) => void;
};

/** Several things chosen among many, found by typing. */
export function PickList({ label, action, items, chosen, error, isBare = false, onChange }: PickListProps) {
  const names = useMemo(() => new Map(items.map((item) => [item.id, item.label])), [items]);
  const errorId = useId();
  return (
    <fieldset
      className={styles.picks}
      aria-label={label}
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={error === undefined ? undefined : errorId}
    >
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
        <Choices
          label={label}
          choices={items}
          type="checkbox"
          isChosen={(id) => chosen.includes(id)}
          onChoose={(id, isChosen) => onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      </PopoverButton>
      {error !== undefined && (
        <span id={errorId} className={styles.problem}>
          {error}
        </span>
      )}
    </fieldset>
  );
}
