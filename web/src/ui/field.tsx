import { useId, useState, type ComponentProps } from "react";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { classes } from "./classes.ts";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";

type FieldProps = Omit<ComponentProps<"input">, "id" | "className"> & { label: string };

/** A labelled line of text. */
export function TextField({ label, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input {...input} id={id} className={styles.input} />
    </div>
  );
}

/** A labelled password that can be made readable while typing it. */
export function PasswordField({ label, ...input }: Omit<FieldProps, "type">) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          {...input}
          id={id}
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
          <Icon of={isShown ? IconEyeOff : IconEye} />
        </button>
      </div>
    </div>
  );
}
