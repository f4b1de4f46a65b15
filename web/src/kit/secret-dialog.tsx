import { IconCopy, IconKey } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { copyText } from "../lib/index.ts";
import { Button, Dialog, Notice, toast } from "../ui/index.ts";
import styles from "./kit.module.css";

type SecretDialogProps = {
  title: string;
  subtitle?: string;
  /** The kind of secret: `key`. */
  what: string;
  secret: string;
  /** Further buttons. */
  buttons?: ReactNode;
  /** Shown below the secret. */
  children?: ReactNode;
  onClose: () => void;
};

/** Shows a secret that cannot be read again, until Close is pressed. */
export function SecretDialog({ title, subtitle, what, secret, buttons, children, onClose }: SecretDialogProps) {
  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      icon={IconKey}
      size="form"
      isPersistent
      footer={
        <>
          <Button tone="main" icon={IconCopy} data-autofocus onClick={() => void copySecret(what, secret)}>
            {`Copy ${what.charAt(0).toUpperCase()}${what.slice(1)}`}
          </Button>
          {buttons}
        </>
      }
      onClose={onClose}
    >
      <Notice tone="warning">{`Copy the ${what} now. It will not be shown again.`}</Notice>
      <SecretText>{secret}</SecretText>
      {children}
    </Dialog>
  );
}

/** A text to copy, which one press selects. */
export function SecretText({ children }: { children: string }) {
  return <code className={`block anywhere sunken rounded mt-3 mb-3 p-3 ${styles.secret}`}>{children}</code>;
}

/** Copies a text that is shown beside the button. */
export async function copySecret(what: string, text: string): Promise<void> {
  if (await copyText(text)) toast("success", `Copied ${what} to clipboard`);
  else toast("danger", `This browser does not allow copying here. Select the ${what} and copy it.`);
}
