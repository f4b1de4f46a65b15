import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import styles from "./choice-field.module.css";

type ChoiceFieldProps<T extends string> = {
  label: string;
  /** The choices with their labels, in order. */
  labels: Readonly<Record<T, string>>;
  value: string;
  onChange: (value: T) => void;
  /** A sentence about the choice, read out when it changes. */
  note?: string | undefined;
  /** What belongs to the choice, such as a field for another value. */
  children?: ReactNode;
};

/** A required choice between buttons in a row. */
export function ChoiceField<T extends string>(props: ChoiceFieldProps<T>) {
  const { label, labels, value, onChange, note, children } = props;
  const choices: [T, string][] = [];
  for (const choice in labels) choices.push([choice, labels[choice]]);
  return (
    <fieldset className={styles.field}>
      <legend>{label}</legend>
      <div className={styles.choices}>
        {choices.map(([choice, text]) => (
          <Button key={choice} aria-pressed={choice === value} onClick={() => onChange(choice)}>
            {text}
          </Button>
        ))}
      </div>
      {note !== undefined && <output className={styles.note}>{note}</output>}
      {children}
    </fieldset>
  );
}
