import { useState } from "react";
import { IconCopy, IconDownload, IconFileText, IconPrinter } from "@tabler/icons-react";
import { useConsole } from "../../console/index.ts";
import { serverNow } from "../../data/clock/index.ts";
import { copySecret } from "../../kit/index.ts";
import { dateText, saveText } from "../../lib/index.ts";
import { Button, CheckField, Dialog, Notice } from "../../ui/index.ts";
import styles from "../account.module.css";

type CodesDialogProps = { codes: readonly string[]; email: string; onClose: () => void };

/** Shows new recovery codes, until the user says that they are kept. */
export function CodesDialog({ codes, email, onClose }: CodesDialogProps) {
  const [isKept, setKept] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const { brand } = useConsole();
  const text = codes.join("\n");
  return (
    <Dialog
      title="Your Recovery Codes"
      subtitle="Each opens your account once, without the second step"
      icon={IconFileText}
      size="form"
      isPersistent
      closeLabel="Done"
      onClose={() => (isKept ? onClose() : setRefused(true))}
    >
      <p className="print-only">{`${brand.product} · ${email} · ${dateText(serverNow())}`}</p>
      <Notice tone="warning" className="no-print">
        Keep them now. They will not be shown again, and any earlier ones no longer work.
      </Notice>
      <ol className={`sunken rounded ${styles.codes}`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="row wrap gap-2 mb-3 no-print">
        <Button icon={IconCopy} data-autofocus onClick={() => void copySecret("codes", text)}>
          Copy
        </Button>
        <Button
          icon={IconDownload}
          onClick={() => saveText("recovery-codes.txt", `Recovery codes of ${email}\n\n${text}\n`)}
        >
          Download
        </Button>
        <Button icon={IconPrinter} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <div className="no-print">
        <CheckField label="I have kept them" checked={isKept} onChange={setKept} />
      </div>
      {isRefused && !isKept && (
        <Notice tone="danger" className="mt-2">
          Save the codes, then tick the box above.
        </Notice>
      )}
    </Dialog>
  );
}
