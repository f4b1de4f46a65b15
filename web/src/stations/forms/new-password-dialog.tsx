import { useQuery } from "@tanstack/react-query";
import { getBroker } from "@groundcrew/shared/link";
import { IconCopy, IconKey } from "@tabler/icons-react";
import { call, queryKeys } from "../../api/index.ts";
import { copyText } from "../../lib/index.ts";
import { Button, Dialog, Notice, toast } from "../../ui/index.ts";
import styles from "./forms.module.css";

/** Placeholder in the command when the console does not know the broker's address. */
const UNKNOWN_BROKER = "mqtts://BROKER:8883";

type NewPasswordDialogProps = {
  /** The station's name. */
  station: string;
  title: string;
  password: string;
  onClose: () => void;
};

/** Shows a station's new password once, and a command to test it. */
export function NewPasswordDialog({ station, title, password, onClose }: NewPasswordDialogProps) {
  const { data: broker = null, isPending } = useQuery({
    queryKey: queryKeys.broker,
    queryFn: async ({ signal }) => (await call(getBroker, {}, { signal })).body.public_url,
    staleTime: Infinity,
  });
  const command = isPending
    ? null
    : `node docs/example-station.mjs ${station} '${password}' ${broker ?? UNKNOWN_BROKER}`;
  return (
    <Dialog
      title="New API Password"
      subtitle={title}
      icon={IconKey}
      size="form"
      isPersistent
      footer={
        <>
          <Button tone="main" icon={IconCopy} data-autofocus onClick={() => void copy("password", password)}>
            Copy Password
          </Button>
          {command !== null && (
            <Button icon={IconCopy} onClick={() => void copy("command", command)}>
              Copy Command
            </Button>
          )}
        </>
      }
      onClose={onClose}
    >
      <Notice tone="warning">Copy the password now. It will not be shown again.</Notice>
      <code className={styles.once}>{password}</code>
      <p className={styles.try}>
        To try the connection without a station, run the example station.
        {command !== null && broker === null && " Replace BROKER with your broker's address."}
      </p>
      <code className={styles.once}>{command ?? "Loading..."}</code>
    </Dialog>
  );
}

async function copy(what: "password" | "command", text: string): Promise<void> {
  if (await copyText(text)) toast("success", `Copied ${what} to clipboard`);
  else toast("danger", `This browser does not allow copying here. Select the ${what} and copy it.`);
}
