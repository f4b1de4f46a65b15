import { Menu } from "@mantine/core";
import { IconCheck, type Icon as TablerIcon } from "@tabler/icons-react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import styles from "./menus.module.css";

type ChoiceMenuProps<T extends string> = {
  name: string;
  icon: TablerIcon;
  labels: Record<T, string>;
  options: readonly T[];
  /** Null if the current value is none of the options but `otherLabel`. */
  value: T | null;
  otherLabel?: string | undefined;
  onChange: (value: T) => void;
};

/**
 * A button that shows the current choice and opens the options, starting at the current one. In a narrow window it shows only its
 * icon.
 */
export function ChoiceMenu<T extends string>(props: ChoiceMenuProps<T>) {
  const { name, icon, labels, options, value, otherLabel = "", onChange } = props;
  const label = `${name}: ${value === null ? otherLabel : labels[value]}`;

  function handleChange(chosen: string) {
    const option = options.find((one) => one === chosen);
    if (option !== undefined) onChange(option);
  }

  return (
    <Menu position="bottom-start" classNames={menuStyles} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button icon={icon} title={label}>
          <span className={styles.label}>{label}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={value} onChange={handleChange}>
          {options.map((option) => (
            <Menu.RadioItem
              key={option}
              value={option}
              data-autofocus={option === value || undefined}
              closeMenuOnClick
              checkIcon={check}
            >
              {labels[option]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

type ChecklistMenuProps<T extends string> = {
  name: string;
  icon: TablerIcon;
  labels: Record<T, string>;
  options: readonly T[];
  checked: Record<T, boolean>;
  onToggle: (option: T) => void;
};

/** A button that counts the ticked options and opens their list, which stays open while ticking. */
export function ChecklistMenu<T extends string>(props: ChecklistMenuProps<T>) {
  const { name, icon, labels, options, checked, onToggle } = props;
  const count = options.filter((option) => checked[option]).length;
  const label = `${name} ${count} on`;

  return (
    <Menu position="bottom-start" classNames={{ ...menuStyles, itemIndicator: checkboxStyle }}>
      <Menu.Target>
        <Button tone={count > 0 ? "selected" : "plain"} icon={icon} title={label} aria-label={label}>
          <span className={styles.label}>{name}</span> {count > 0 && <span className={styles.badge}>{count}</span>}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {options.map((option) => (
          <Menu.CheckboxItem key={option} checked={checked[option]} onChange={() => onToggle(option)} checkIcon={check}>
            {labels[option]}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const check = <Icon icon={IconCheck} size="s" />;
const menuStyles = { dropdown: styles.dropdown, item: styles.item, itemIndicator: styles.indicator };
const checkboxStyle = classes(styles.indicator, styles.box);
