import { useId, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from "react";
import { IconAlertCircle, IconEye, IconEyeOff, IconLock } from "@tabler/icons-react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import styles from "./field.module.css";

export type FieldTexts = {
  label: string;
  /** Why the input is invalid. */
  error?: string | undefined;
  hint?: string | undefined;
};

type FieldProps = Omit<ComponentProps<"input">, "id" | "className"> & FieldTexts;

/** A labelled line of text. */
export function TextField({ label, error, hint, ...input }: FieldProps) {
  return (
    <Field {...{ label, error, hint }} isRequired={input["aria-required"] === true}>
      {(described) => <input {...input} {...described} className={styles.input} />}
    </Field>
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
        <span id={id} className={styles.below}>
          {error}
        </span>
      )}
    </>
  );
}

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

/** A labelled password that can be shown while typing. */
export function PasswordField({ label, error, hint, ...input }: Omit<FieldProps, "type">) {
  const [isShown, setShown] = useState(false);
  return (
    <Field {...{ label, error, hint }}>
      {(described) => (
        <div className={styles.box}>
          <input
            {...input}
            {...described}
            type={isShown ? "text" : "password"}
            className={fieldClass(styles.withButton)}
          />
          <button
            type="button"
            className={styles.inside}
            aria-label="Show password"
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon icon={isShown ? IconEyeOff : IconEye} />
          </button>
        </div>
      )}
    </Field>
  );
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
          className={styles.input}
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

type CheckFieldProps = { label: string; hint?: string; checked: boolean; onChange: (checked: boolean) => void };

/** A check box with its label beside it. */
export function CheckField({ label, hint, checked, onChange }: CheckFieldProps) {
  const id = useId();
  return (
    <div className={styles.check}>
      <input
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-description`}
        type="checkbox"
        checked={checked}
        onChange={() => onChange(!checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <div id={`${id}-description`} className={styles.hint}>
          {hint}
        </div>
      )}
    </div>
  );
}

/** The attributes that tie a control to its label, and to its error or hint. */
type Described = { id: string; "aria-invalid": true | undefined; "aria-describedby": string | undefined };

type FrameProps = FieldTexts & { isRequired?: boolean | undefined; children: (described: Described) => ReactNode };

/** A label above a control, and the error or else the hint below it. */
export function Field({ label, error, hint, isRequired = false, children }: FrameProps) {
  const id = useId();
  const text = error ?? hint;
  const textId = `${id}-description`;
  return (
    <div className={styles.field}>
      <label className={classes(styles.label, isRequired && styles.required)} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error !== undefined || undefined,
        "aria-describedby": text === undefined ? undefined : textId,
      })}
      {text !== undefined && (
        <div id={textId} className={error === undefined ? styles.hint : styles.error}>
          {error !== undefined && <Icon icon={IconAlertCircle} size="s" />}
          {text}
        </div>
      )}
    </div>
  );
}

/** The class of a control that looks like a text field. */
export function fieldClass(extra?: string): string {
  return classes(styles.input, extra);
}

type SwitchProps = {
  label: string;
  checked: boolean;
  /** Why it cannot be changed; null if it can. */
  lock: string | null;
  onChange: (checked: boolean) => void;
};

/** A switch. A locked one shows a lock with the reason. */
export function Switch({ label, checked, lock, onChange }: SwitchProps) {
  return (
    <span className={styles.place}>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        aria-label={label}
        title={lock ?? undefined}
        checked={checked}
        aria-checked={checked}
        disabled={lock !== null}
        onChange={() => onChange(!checked)}
      />
      {lock !== null && <Icon icon={IconLock} label={lock} />}
    </span>
  );
}
