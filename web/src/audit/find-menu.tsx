import type { Icon as TablerIcon } from "@tabler/icons-react";
import { Choices, PopoverButton, type Choice } from "../ui/index.ts";

type FindMenuProps = {
  name: string;
  icon: TablerIcon;
  /** What nothing is called, such as `Anyone`. */
  none: string;
  items: readonly Choice[];
  /** The id of what is chosen; empty for nothing. */
  value: string;
  onChange: (id: string) => void;
};

/** A button that shows what is chosen among many things and opens a list of them, found by typing. */
export function FindMenu({ name, icon, none, items, value, onChange }: FindMenuProps) {
  const chosen = value === "" ? none : (items.find(({ id }) => id === value)?.label ?? value);
  return (
    <PopoverButton name={`${name}: ${chosen}`} icon={icon}>
      <Choices
        label={name}
        choices={items}
        type="radio"
        none={none}
        isChosen={(id) => id === value}
        onChoose={(id) => onChange(id)}
      />
    </PopoverButton>
  );
}
