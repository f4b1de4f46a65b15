import { IconRefresh } from "@tabler/icons-react";
import { Button, Notice } from "../ui/index.ts";
import styles from "./update-notice.module.css";
import { useUpdate } from "./use-update.ts";

/** Offers a reload when the server has a newer build than the page, and reloading now could lose something. */
export function UpdateNotice() {
  const step = useUpdate();
  if (step !== "ask") return null;
  const reload = (
    <Button icon={IconRefresh} onClick={() => window.location.reload()}>
      Reload
    </Button>
  );
  return (
    <div className={styles.corner}>
      <Notice tone="info" action={reload}>
        A new version of the console is available. Reload the page to use it.
      </Notice>
    </div>
  );
}
