import { IconCopy, IconKey } from "@tabler/icons-react";
import { copyText } from "../../lib/index.ts";
import { Button, Dialog, Notice, toast } from "../../ui/index.ts";
import styles from "./forms.module.css";

type NewPasswordDialogProps = {
  /** Name of the station. */
  station: string;
  title: string;
  password: string;
  onClose: () => void;
};

/** Shows a station's new password, this once, and how to try it. */
export function NewPasswordDialog({ station, title, password, onClose }: NewPasswordDialogProps) {
  const command = exampleCommand({ station, password, host: location.hostname });
  return (
    <Dialog
      title="New API Password"
      subtitle={title}
      icon={IconKey}
      size="form"
      isKept
      footer={
        <>
          <Button tone="main" icon={IconCopy} data-autofocus onClick={() => void copy("password", password)}>
            Copy Password
          </Button>
          <Button icon={IconCopy} onClick={() => void copy("command", command)}>
            Copy Command
          </Button>
        </>
      }
      onClose={onClose}
    >
      <Notice tone="warning">Copy the password now. It will not be shown again.</Notice>
      <code className={styles.once}>{password}</code>
      <p className={styles.try}>
        To try the connection without a station, run the example station. Replace the address if your broker has
        another.
      </p>
      <code className={styles.once}>{command}</code>
    </Dialog>
  );
}

async function copy(what: "password" | "command", text: string): Promise<void> {
  if (await copyText(text)) toast("success", `Copied ${what} to clipboard`);
  else toast("danger", `This browser does not allow copying here. Select the ${what} and copy it.`);
}

/** The command that connects the example station of the documents in a station's place. */
function exampleCommand({ station, password, host }: { station: string; password: string; host: string }): string {
  return `node docs/example-station.mjs ${station} '${password}' mqtt://${host}:1883`;
}
