import { useId, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from "react";
import { IconAlertCircle, IconEye, IconEyeOff, IconLock } from "@tabler/icons-react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import styles from "./field.module.css";

type FieldTexts = {
  label: string;
  /** Why the input is invalid. */
  error?: string | undefined;
  hint?: string | undefined;
};

type FieldProps = Omit<ComponentProps<"input">, "id" | "className"> & FieldTexts;

/** A labelled line of text. */
export function TextField({ label, error, hint, ...input }: FieldProps) {
  const id = useId();
  const texts = { label, error, hint };
  return (
    <Field id={id} texts={texts} isRequired={input["aria-required"] === true}>
      <input {...input} {...described(id, texts)} className={styles.input} />
    </Field>
  );
}

type TextAreaProps = Omit<ComponentProps<"textarea">, "id" | "className"> & FieldTexts;

/** A labelled text of several lines that grows with its content. Ctrl+Enter submits its form. */
export function TextAreaField({ label, error, hint, ...input }: TextAreaProps) {
  const id = useId();
  const texts = { label, error, hint };
  return (
    <Field id={id} texts={texts} isRequired={input["aria-required"] === true}>
      <textarea
        rows={4}
        onKeyDown={submitOnCtrlEnter}
        {...input}
        {...described(id, texts)}
        className={classes(styles.input, styles.lines)}
      />
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
  const id = useId();
  const texts = { label, error, hint };
  const [isShown, setShown] = useState(false);
  return (
    <Field id={id} texts={texts}>
      <div className={styles.box}>
        <input
          {...input}
          {...described(id, texts)}
          type={isShown ? "text" : "password"}
          className={classes(styles.input, styles.withButton)}
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
  const id = useId();
  const texts = { label, error, hint };
  return (
    <Field id={id} texts={texts} isRequired={rest["aria-required"]}>
      <select
        {...rest}
        {...described(id, texts)}
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
    </Field>
  );
}

type CheckFieldProps = { label: string; hint?: string; checked: boolean; onChange: (checked: boolean) => void };

/** A check box with its label beside it. */
export function CheckField({ label, hint, checked, onChange }: CheckFieldProps) {
  const id = useId();
  return (
    <div className={styles.check}>
      <input {...described(id, { hint })} type="checkbox" checked={checked} onChange={() => onChange(!checked)} />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <div id={`${id}-description`} className={styles.hint}>
          {hint}
        </div>
      )}
    </div>
  );
}

type FrameProps = { id: string; texts: FieldTexts; isRequired?: boolean | undefined; children: ReactNode };

/** A label above a control, and the error or else the hint below it. */
function Field({ id, texts: { label, error, hint }, isRequired = false, children }: FrameProps) {
  return (
    <div className={styles.field}>
      <label className={classes(styles.label, isRequired && styles.required)} htmlFor={id}>
        {label}
      </label>
      {children}
      {error !== undefined ? (
        <div id={`${id}-description`} className={styles.error}>
          <Icon icon={IconAlertCircle} size="s" />
          {error}
        </div>
      ) : (
        hint !== undefined && (
          <div id={`${id}-description`} className={styles.hint}>
            {hint}
          </div>
        )
      )}
    </div>
  );
}

function described(id: string, { error, hint }: Omit<FieldTexts, "label">) {
  const isDescribed = error !== undefined || hint !== undefined;
  return {
    id,
    "aria-invalid": error !== undefined || undefined,
    "aria-describedby": isDescribed ? `${id}-description` : undefined,
  };
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
