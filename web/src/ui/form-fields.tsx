import { useId, type ComponentProps, type KeyboardEvent } from "react";
import { Field, fieldClass, type FieldTexts } from "./field.tsx";
import styles from "./fields.module.css";

type TextAreaProps = Omit<ComponentProps<"textarea">, "id" | "className"> & FieldTexts;

/** A labelled text of several lines that grows with its content. Ctrl+Enter submits its form. */
export function TextAreaField({ label, error, hint, ...input }: TextAreaProps) {
  return (
    <Field {...{ label, error, hint }} isRequired={input["aria-required"] === true}>
      {(described) => (
        <textarea
          rows={4}
          onKeyDown={submitOnCtrlEnter}
          {...input}
          {...described}
          className={fieldClass(styles.lines)}
        />
      )}
    </Field>
  );
}

/** Submits the form of a field in which Enter alone does something else. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

type SelectProps<T extends string> = FieldTexts & {
  options: readonly { value: T; label: string }[];
  value: T;
  disabled?: boolean;
  "aria-required"?: boolean;
  onChange: (value: T) => void;
  onBlur?: () => void;
};

/** A labelled select. */
export function SelectField<T extends string>({ label, error, hint, options, onChange, ...rest }: SelectProps<T>) {
  return (
    <Field {...{ label, error, hint }} isRequired={rest["aria-required"]}>
      {(described) => (
        <select
          {...rest}
          {...described}
          className={fieldClass()}
          onChange={({ target }) => {
            const chosen = options.find(({ value }) => value === target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type CheckFieldProps = {
  label: string;
  hint?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

/** A check box with its label beside it. */
export function CheckField({ label, hint, checked, disabled = false, onChange }: CheckFieldProps) {
  const id = useId();
  return (
    <div className={`align-center gap-0-2 grid small ${styles.check}`}>
      <input
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-description`}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={() => onChange(!checked)}
      />
      <label htmlFor={id} className={disabled ? "muted" : undefined}>
        {label}
      </label>
      {hint !== undefined && <div id={`${id}-description`}>{hint}</div>}
    </div>
  );
}

type InlineProps = Omit<ComponentProps<"input">, "id" | "aria-label"> & Pick<FieldTexts, "label" | "error">;

/** A line of text within a sentence or a row of controls; its error is below the row. */
export function InlineField({ label, error, ...input }: InlineProps) {
  const id = useId();
  const problem = error === undefined ? {} : { "aria-invalid": true, "aria-describedby": id };
  return (
    <>
      <input autoComplete="off" aria-label={label} {...input} {...problem} />
      {error !== undefined && (
        <span id={id} className={`own-line caption danger ${styles.below}`}>
          {error}
        </span>
      )}
    </>
  );
}
