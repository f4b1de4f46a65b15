import { useId, type ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./fields.module.css";

type OptionsProps = { label: string; children: ReactNode };

/** Options of which one is chosen. */
export function Options({ label, children }: OptionsProps) {
  return (
    <fieldset className="column gap-2">
      <legend className="mb-2 label">{label}</legend>
      {children}
    </fieldset>
  );
}

type OptionProps = {
  /** The same for all options of a choice. */
  group: string;
  label: ReactNode;
  help?: string | undefined;
  isChosen: boolean;
  isDisabled?: boolean;
  onChoose: () => void;
  /** Fields of the option, shown while it is chosen. */
  children?: ReactNode;
};

export function Option({ group, label, help, isChosen, isDisabled = false, onChoose, children }: OptionProps) {
  const id = useId();
  return (
    <div
      className={classes(
        "align-center p-2h-3 grid relative rounded bordered",
        styles.option,
        isChosen && styles.chosen,
      )}
    >
      <input
        type="radio"
        id={id}
        name={group}
        checked={isChosen}
        disabled={isDisabled}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={onChoose}
      />
      <label htmlFor={id} className="label anywhere">
        {label}
      </label>
      {isChosen && children !== undefined && (
        <div className={`row wrap gap-2 size-small inline-fields ${styles.parts}`}>{children}</div>
      )}
      {help !== undefined && (
        <div id={`${id}-help`} className={`caption soft ${styles.help}`}>
          {help}
        </div>
      )}
    </div>
  );
}
