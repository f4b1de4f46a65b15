import { useId, type ReactNode } from "react";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { buttonClass } from "./button.tsx";
import styles from "./fields.module.css";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

type RadioButtonsProps<T extends string> = {
  label: string;
  /** The choices with their labels, in order. */
  labels: Readonly<Partial<Record<T, string>>>;
  icons?: Readonly<Record<T, TablerIcon>>;
  value: string;
  className?: string | undefined;
  "aria-invalid"?: boolean | undefined;
  "aria-describedby"?: string | undefined;
  onChange: (value: T) => void;
};

/** A choice between buttons in a row, of which one is chosen. */
export function RadioButtons<T extends string>(props: RadioButtonsProps<T>) {
  const { label, labels, icons, value, className, onChange, ...described } = props;
  const group = useId();
  const choices: [T, string][] = [];
  for (const choice in labels) choices.push([choice, labels[choice] ?? choice]);
  return (
    <fieldset role="radiogroup" aria-label={label} className={classes("flex wrap gap-2", className)} {...described}>
      {choices.map(([choice, text]) => (
        <label key={choice} className={classes("relative", buttonClass("plain"), styles.choice)}>
          <input type="radio" name={group} checked={choice === value} onChange={() => onChange(choice)} />
          {icons && <Icon icon={icons[choice]} />}
          {text}
        </label>
      ))}
    </fieldset>
  );
}

type ChoiceFieldProps<T extends string> = RadioButtonsProps<T> & {
  error?: string | undefined;
  /** A sentence about the choice, read out when it changes. */
  note?: string | undefined;
  /** Fields of the choice, such as one for another value. */
  children?: ReactNode;
};

/** A labelled choice that is required. */
export function ChoiceField<T extends string>({ error, note, children, ...choice }: ChoiceFieldProps<T>) {
  const id = useId();
  return (
    <div className="grid gap-2 min-0">
      <div aria-hidden className={styles.label}>
        {choice.label}
      </div>
      <RadioButtons
        {...choice}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : id}
      />
      {note !== undefined && <output className="caption muted">{note}</output>}
      {children}
      {error !== undefined && (
        <div id={id} className="caption danger">
          {error}
        </div>
      )}
    </div>
  );
}
