import type { ComponentProps } from "react";
import { Field, fieldClass } from "./field.tsx";
import styles from "./fields.module.css";

type CodeFieldProps = Omit<ComponentProps<"input">, "id" | "className" | "type"> & {
  /** Where the code is from. */
  type: "app" | "recovery";
  label?: string;
  error?: string | undefined;
};

/** A code that is typed from a phone or from paper. */
export function CodeField({ type, label, error, ...input }: CodeFieldProps) {
  const isApp = type === "app";
  return (
    <Field label={label ?? (isApp ? "Code from your authenticator app" : "Recovery code")} error={error}>
      {(described) => (
        <input
          {...input}
          {...described}
          className={fieldClass(styles.code)}
          inputMode={isApp ? "numeric" : "text"}
          autoComplete={isApp ? "one-time-code" : "off"}
          autoCapitalize="none"
          spellCheck={false}
          placeholder={isApp ? "000 000" : "xxxx-xxxx"}
          maxLength={20}
        />
      )}
    </Field>
  );
}
