import type { ComponentProps, SubmitEvent } from "react";
import styles from "./form.module.css";

type FormProps = Omit<ComponentProps<"form">, "className" | "onSubmit"> & {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
};

/** A form with its fields in one column. */
export function Form({ onSubmit, ...rest }: FormProps) {
  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onSubmit(event);
  }

  return <form {...rest} className={styles.form} onSubmit={handleSubmit} />;
}
