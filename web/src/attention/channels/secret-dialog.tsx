import { IconCopy, IconKey } from "@tabler/icons-react";
import { copyText } from "../../lib/index.ts";
import { Button, Dialog, Notice, TextField, toast } from "../../ui/index.ts";
import styles from "./channels-page.module.css";

/** Shows a new secret, which cannot be read again. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  async function handleCopy() {
    if (await copyText(secret)) toast("success", "Copied the secret to clipboard");
    else toast("danger", "This browser does not allow copying here. Select the secret and copy it.");
  }
  return (
    <Dialog
      title="Channel Secret"
      icon={IconKey}
      size="options"
      isPersistent
      closeLabel="Done"
      footer={
        <Button tone="main" icon={IconCopy} onClick={() => void handleCopy()}>
          Copy Secret
        </Button>
      }
      onClose={onClose}
    >
      <div className={styles.form}>
        <TextField label="Secret" readOnly value={secret} />
        <Notice tone="warning">This secret is shown once. Copy it now: it cannot be read again.</Notice>
      </div>
    </Dialog>
  );
}
