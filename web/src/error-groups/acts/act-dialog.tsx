import { useId, type ReactNode, type SubmitEvent } from "react";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { errorSentence } from "../../api/index.ts";
import { Button, Dialog, Notice } from "../../ui/index.ts";
import styles from "./acts.module.css";

type ActDialogProps = {
  title: string;
  subtitle: string | undefined;
  icon: TablerIcon;
  /** Label of the button that submits the form. */
  action: string;
  form: { changed: readonly string[]; reset: () => void };
  /** The write that the form starts. */
  write: { isPending: boolean; error: Error | null };
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with the form of an act on groups. */
export function ActDialog(props: ActDialogProps) {
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
      hasInput={form.changed.length > 0}
      onDiscard={form.reset}
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
