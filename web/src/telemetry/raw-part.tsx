import type { Snapshot } from "@groundcrew/shared/telemetry";
import { IconCopy } from "@tabler/icons-react";
import { copyText } from "../lib/index.ts";
import { Button, RawText, toast } from "../ui/index.ts";
import styles from "./telemetry.module.css";

/** The complete snapshot as JSON. */
export function RawPart({ snapshot }: { snapshot: Snapshot }) {
  const text = JSON.stringify(snapshot, null, 2);

  async function handleCopy() {
    if (await copyText(text)) toast("success", "Copied telemetry to clipboard");
    else toast("danger", "This browser does not allow copying here.");
  }

  return (
    <div className={styles.raw}>
      <Button icon={IconCopy} onClick={() => void handleCopy()}>
        Copy
      </Button>
      <RawText label="Raw telemetry" rows={24} text={text} />
    </div>
  );
}
