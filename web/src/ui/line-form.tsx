import type { ComponentProps } from "react";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { Button } from "./button.tsx";
import { TextField } from "./field.tsx";
import { Form } from "./form.tsx";
import styles from "./line-form.module.css";

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
      <div className={styles.line}>
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
