import type { ComponentProps, SubmitEvent } from "react";
import styles from "./form.module.css";

type FormProps = Omit<ComponentProps<"form">, "className" | "onSubmit"> & { onSubmit: () => void };

/** Fields one below the other, with the button that sends them. */
export function Form({ onSubmit, ...rest }: FormProps) {
  function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    onSubmit();
  }

  return <form {...rest} className={styles.form} onSubmit={handleSubmit} />;
}
