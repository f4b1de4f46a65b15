import type { NewApiKey } from "@groundcrew/shared/api-keys";
import { IconCopy, IconKey } from "@tabler/icons-react";
import { copyText } from "../lib/index.ts";
import { Button, Dialog, Notice, toast } from "../ui/index.ts";
import styles from "./api-keys.module.css";

type NewKeyDialogProps = { newKey: NewApiKey; onClose: () => void };

/** Shows the text of a new key once, until Close is pressed. */
export function NewKeyDialog({ newKey: { key, description }, onClose }: NewKeyDialogProps) {
  async function handleCopy() {
    if (await copyText(key)) toast("success", "Copied key to clipboard");
    else toast("danger", "This browser does not allow copying here. Select the key and copy it.");
  }

  return (
    <Dialog
      title="Your New Key"
      subtitle={description}
      icon={IconKey}
      size="form"
      isPersistent
      footer={
        <Button tone="main" icon={IconCopy} data-autofocus onClick={() => void handleCopy()}>
          Copy Key
        </Button>
      }
      onClose={onClose}
    >
      <Notice tone="warning">Copy the key now. It will not be shown again.</Notice>
      <code className={styles.key}>{key}</code>
    </Dialog>
  );
}
