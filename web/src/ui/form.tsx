import type { ComponentProps, SubmitEvent } from "react";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { Button } from "./button.tsx";
import { TextField } from "./field.tsx";
import styles from "./fields.module.css";

type LineFormProps = Omit<ComponentProps<typeof TextField>, "onSubmit"> & {
  /** Label of the button beside the field. */
  action: string;
  icon: TablerIcon;
  busy: boolean;
  onSubmit: ComponentProps<typeof Form>["onSubmit"];
};

/** A form with one field and its button beside it. */
export function LineForm({ action, icon, busy, onSubmit, ...field }: LineFormProps) {
  return (
    <Form noValidate onSubmit={onSubmit}>
      <div className={`one-column-small grid gap-2 align-start mb-4 ${styles.line}`}>
        <TextField {...field} />
        <Button
          type="submit"
          tone="main"
          icon={icon}
          busy={busy}
          disabled={field.disabled ?? false}
          className={styles.button}
        >
          {action}
        </Button>
      </div>
    </Form>
  );
}

type FormProps = Omit<ComponentProps<"form">, "className" | "onSubmit"> & {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
};

/** A form with its fields in one column. */
export function Form({ onSubmit, ...rest }: FormProps) {
  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onSubmit(event);
  }

  return <form {...rest} className="column gap-4" onSubmit={handleSubmit} />;
}
