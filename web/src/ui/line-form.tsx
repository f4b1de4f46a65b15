import type { ComponentProps } from "react";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { Button } from "./button.tsx";
import { TextField } from "./field.tsx";
import { Form } from "./form.tsx";
import styles from "./line-form.module.css";
import type { Line } from "./use-line.ts";

type LineFormProps<T> = Pick<
  ComponentProps<typeof TextField>,
  "label" | "hint" | "type" | "autoComplete" | "disabled"
> & {
  line: Line<T>;
  /** What the button beside the field says. */
  action: string;
  icon: TablerIcon;
  busy: boolean;
  onSubmit: (value: T) => void;
};

/** A form of one field, with its button beside it. */
export function LineForm<T>({ line, action, icon, busy, onSubmit, ...field }: LineFormProps<T>) {
  return (
    <Form noValidate onSubmit={() => line.submit(onSubmit)}>
      <div className={styles.line}>
        <TextField {...field} {...line.field} />
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
