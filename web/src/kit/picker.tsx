import { useId, useMemo } from "react";
import { IconChevronDown, IconPlus, IconX, type Icon as TablerIcon } from "@tabler/icons-react";
import { Button, Field, type FieldTexts, fieldClass, Icon, Popover, PopoverButton } from "../ui/index.ts";
import { type Choice, type Choices, loadedChoices, mapChoices, PickerList } from "./picker-list.tsx";
import styles from "./kit.module.css";

type OneProps = {
  /** The name of the choice. */
  label: string;
  items: Choices;
  /** The label of picking nothing, such as `Anyone`; its id is empty. Without it, one is always picked. */
  none?: string;
  /** The label of the picked item while it is not among the items. */
  pickedLabel?: string | undefined;
  /** The id of the picked item; empty for none. */
  value: string;
  onChange: (id: string) => void;
  /** Called with what is typed, if the items depend on it. */
  onSearch?: (typed: string) => void;
};

type MenuProps = OneProps & { icon: TablerIcon };

/** A button in a bar of tools that shows what is picked and opens the list. */
export function PickerMenu({ icon, ...one }: MenuProps) {
  return (
    <PopoverButton name={`${one.label}: ${pickedText(one)}`} icon={icon}>
      <OneOfMany {...one} />
    </PopoverButton>
  );
}

type FieldProps = OneProps & FieldTexts & { disabled?: boolean; "aria-required"?: boolean; onBlur?: () => void };

/** A field of a form in which one of many is picked. */
export function PickerField({ error, hint, disabled = false, onBlur, ...rest }: FieldProps) {
  const { "aria-required": isRequired = false, ...one } = rest;
  return (
    <Field label={one.label} error={error} hint={hint} isRequired={isRequired}>
      {(described) => (
        <Popover
          label={`Choose ${one.label}`}
          renderOpener={(opener) => (
            <button
              {...opener}
              {...described}
              type="button"
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be searched
              role="combobox"
              aria-controls={opener.popoverTarget}
              aria-expanded={opener["aria-expanded"]}
              aria-required={isRequired}
              disabled={disabled}
              className={fieldClass(`row justify-between gap-2 pointer ${styles.field}`)}
              onBlur={onBlur}
            >
              <span className={styles.picked}>{pickedText(one)}</span>
              <Icon icon={IconChevronDown} size="s" />
            </button>
          )}
        >
          <OneOfMany {...one} />
        </Popover>
      )}
    </Field>
  );
}

function pickedText({ items, none = "", pickedLabel, value }: OneProps): string {
  return loadedChoices(items)?.find(({ id }) => id === value)?.label ?? (value === "" ? none : (pickedLabel ?? value));
}

/** The list to pick one of many from. The picked item is in it even if it is not among the items: an address may name anything. */
export function OneOfMany({ label, items, none, pickedLabel, value, onChange, onSearch }: OneProps) {
  const all = useMemo(
    () =>
      mapChoices(items, (loaded) => {
        const isKnown = value === "" || loaded.some(({ id }) => id === value);
        const nothing: Choice[] = none === undefined ? [] : [{ id: "", label: none }];
        return [...nothing, ...(isKnown ? [] : [{ id: value, label: pickedLabel ?? value }]), ...loaded];
      }),
    [items, none, pickedLabel, value],
  );
  return (
    <PickerList {...{ label, onSearch }} items={all} type="radio" isChosen={(id) => id === value} onChoose={onChange} />
  );
}

type ManyProps = {
  /** The name of the choices, as a plural noun. */
  label: string;
  /** The label of the button that adds. */
  action: string;
  items: Choices;
  value: readonly string[];
  error?: string | undefined;
  /** True if what is picked is displayed elsewhere. */
  isBare?: boolean;
  onChange: (value: string[]) => void;
  /** Called with what is typed, if the items depend on it. */
  onSearch?: (typed: string) => void;
  /** The picked items, where the items may not have them. */
  picked?: readonly Choice[];
};

/** Several of many: a button for each, which removes it, and one that opens the list. */
export function PickerChips({ label, action, items, value, error, isBare = false, onChange, ...rest }: ManyProps) {
  const { onSearch, picked = NONE } = rest;
  const names = useMemo(() => {
    const known = [...(loadedChoices(items) ?? NONE), ...picked];
    return new Map(known.map((item) => [item.id, item.label]));
  }, [items, picked]);
  const errorId = useId();
  const without = (id: string) => value.filter((one) => one !== id);
  return (
    <fieldset
      className="row wrap gap-2"
      aria-label={label}
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      {(isBare ? [] : value).map((id) => (
        <Button
          key={id}
          className="clip max-full"
          title={`Remove ${names.get(id) ?? id}`}
          aria-label={`Remove ${names.get(id) ?? id}`}
          onClick={() => onChange(without(id))}
        >
          {names.get(id) ?? id}
          <Icon icon={IconX} size="s" />
        </Button>
      ))}
      <PopoverButton name={action} icon={IconPlus} keepsName>
        <PickerList
          {...{ label, items, onSearch }}
          type="checkbox"
          isChosen={(id) => value.includes(id)}
          onChoose={(id, isChosen) => onChange(isChosen ? [...value, id] : without(id))}
        />
      </PopoverButton>
      {error !== undefined && (
        <span id={errorId} className="own-line caption danger">
          {error}
        </span>
      )}
    </fieldset>
  );
}

const NONE: readonly never[] = [];
