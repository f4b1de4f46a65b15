import { useId, type ReactNode, type SubmitEvent } from "react";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { errorSentence } from "../api/index.ts";
import { Button, Dialog, Notice } from "../ui/index.ts";
import styles from "./maintenance.module.css";

type FormDialogProps = {
  title: string;
  subtitle: string;
  icon: TablerIcon;
  /** Label of the button that submits the form. */
  action: string;
  form?: { changed: readonly string[]; reset: () => void };
  write: { isPending: boolean; error: Error | null };
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with a form about a station's maintenance. */
export function FormDialog(props: FormDialogProps) {
  const { title, subtitle, icon, action, form, write, onSubmit, onClose, children } = props;
  const formId = useId();
  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      icon={icon}
      size="options"
      isStatic
      closeLabel="Go Back"
      hasInput={form !== undefined && form.changed.length > 0}
      {...(form && { onDiscard: form.reset })}
      footer={
        <>
          {write.error && (
            <div>
              <Notice tone="danger">{errorSentence(write.error)}</Notice>
            </div>
          )}
          <Button tone="main" type="submit" icon={icon} form={formId} busy={write.isPending}>
            {action}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <form id={formId} noValidate className={styles.form} onSubmit={onSubmit}>
        {children}
      </form>
    </Dialog>
  );
}
