import { useId, useState, type ComponentProps, type ReactNode } from "react";
import { IconAlertCircle, IconEye, IconEyeOff } from "@tabler/icons-react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import styles from "./fields.module.css";

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
      {(described) => <input {...input} {...described} className={fieldClass()} />}
    </Field>
  );
}

/** A labelled password that can be shown while typing. */
export function PasswordField({ label, error, hint, ...input }: Omit<FieldProps, "type">) {
  const [isShown, setShown] = useState(false);
  return (
    <Field {...{ label, error, hint }} isRequired={input["aria-required"] === true}>
      {(described) => (
        <div className="relative">
          <input
            {...input}
            {...described}
            type={isShown ? "text" : "password"}
            className={fieldClass(styles.withButton)}
          />
          <button
            type="button"
            className={`square-32 absolute center soft bare rounded-sm inner-focus ${styles.inside}`}
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

/** The attributes that tie a control to its label, and to its error or hint. */
type Described = { id: string; "aria-invalid": true | undefined; "aria-describedby": string | undefined };

type FrameProps = FieldTexts & { isRequired?: boolean | undefined; children: (described: Described) => ReactNode };

/** A label above a control, and the error or else the hint below it. */
export function Field({ label, error, hint, isRequired = false, children }: FrameProps) {
  const id = useId();
  const text = error ?? hint;
  const textId = `${id}-description`;
  return (
    <div className="block">
      <label className={classes("block small medium mb-1", isRequired && styles.required)} htmlFor={id}>
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
  return classes("full-width rounded surface default", styles.input, extra);
}
