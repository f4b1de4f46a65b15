import { useId, type ReactNode, type SubmitEvent } from "react";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { errorSentence } from "../data/api/index.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Notice } from "./notice.tsx";

type FormDialogProps = {
  title: string;
  subtitle?: string | undefined;
  icon: TablerIcon;
  size?: "form" | "options";
  /** Label of the button that submits the form; null if there is nothing to submit. */
  action: string | null;
  /** Further buttons beside it. */
  buttons?: ReactNode;
  closeLabel?: string;
  /** The form's edits, which are not discarded without a question. */
  form?: { changed: readonly string[]; reset: () => void };
  /** The write that submits the form. Its button is busy meanwhile, and below the form it says why it failed. */
  write: { isPending: boolean; error: Error | null };
  /** Changes by others since the dialog opened. */
  news?: string | null;
  /** True if it leaves nothing to submit. */
  isBlocked?: boolean;
  /** Why the form cannot be submitted. */
  problem?: string | null | undefined;
  /** Loads again what someone else has changed since the dialog opened. */
  onReload?: (() => void) | undefined;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with one form, whose fields are in a column. */
export function FormDialog(props: FormDialogProps) {
  const { action, buttons, form, write, news = null, isBlocked = false, problem, onReload, onSubmit, ...rest } = props;
  const { children, ...dialog } = rest;
  const formId = useId();
  const failure = problem ?? (write.error && errorSentence(write.error));
  return (
    <Dialog
      size="options"
      closeLabel="Go Back"
      {...dialog}
      isStatic
      hasInput={form !== undefined && form.changed.length > 0}
      {...(form && { onDiscard: form.reset })}
      footer={
        <>
          {news !== null && (
            <div>
              <Notice tone="warning">{news}</Notice>
            </div>
          )}
          {failure !== null && (
            <div>
              <Notice tone="danger" action={onReload && <Button onClick={onReload}>Reload</Button>}>
                {failure}
              </Notice>
            </div>
          )}
          {action !== null && (
            <Button
              tone="main"
              type="submit"
              icon={dialog.icon}
              form={formId}
              busy={write.isPending}
              disabled={isBlocked}
            >
              {action}
            </Button>
          )}
          {buttons}
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="column gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event);
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}

/** A sentence among the parts of a form. */
export function FormText({ children }: { children: ReactNode }) {
  return <p className="small soft">{children}</p>;
}
