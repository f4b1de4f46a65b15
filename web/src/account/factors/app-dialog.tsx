import { addApp } from "@groundcrew/shared/account";
import { IconCopy, IconDeviceMobile } from "@tabler/icons-react";
import { encodeQR } from "qr";
import { copySecret } from "../../kit/index.ts";
import { useForm } from "../../lib/index.ts";
import { CodeField, FormDialog, IconButton } from "../../ui/index.ts";
import styles from "../account.module.css";
import { besidesField, useAppAddition, type NewApp } from "./use-factors.ts";

type AppDialogProps = { setup: NewApp; onAdded: (codes: readonly string[]) => void; onClose: () => void };

/** Shows the secret for an authenticator app, until the app's first code is typed. */
export function AppDialog({ setup: { secret, uri, setup }, onAdded, onClose }: AppDialogProps) {
  const form = useForm(addApp.body, { setup, code: "" });
  const write = useAppAddition({
    onAdded: (codes) => {
      form.reset();
      onAdded(codes);
    },
    onWrong: (reason) => form.setError("code", reason),
  });
  return (
    <FormDialog
      title="Add an Authenticator App"
      icon={IconDeviceMobile}
      size="form"
      action="Confirm"
      closeLabel="Cancel"
      form={form}
      write={besidesField(write)}
      onSubmit={form.submit((app) => write.mutate(app))}
      onClose={onClose}
    >
      <div className="column gap-3 align-center">
        <QrCode text={uri} />
        <p>Scan this with your app, or type the key.</p>
        <div className="row gap-2">
          <code className="sunken rounded p-2h-3 anywhere">{secret.match(/.{1,4}/g)?.join(" ")}</code>
          <IconButton tone="quiet" icon={IconCopy} label="Copy key" onClick={() => void copySecret("key", secret)} />
        </div>
      </div>
      <CodeField type="app" label="Code from the app" data-autofocus {...form.text("code")} />
    </FormDialog>
  );
}

/** Black on white in both themes, as phones read it. */
function QrCode({ text }: { text: string }) {
  const rows = encodeQR(text, "raw", { border: 2 });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      className={`rounded bordered ${styles.qr}`}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label="Code for the authenticator app"
      shapeRendering="crispEdges"
    >
      <path d={path.join("")} />
    </svg>
  );
}
