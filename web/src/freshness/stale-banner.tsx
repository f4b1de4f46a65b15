import { SECOND_MS } from "@groundcrew/shared/lib";
import { IconCloudOff, IconRefresh } from "@tabler/icons-react";
import { asOfText } from "../lib/index.ts";
import { Button, Notice } from "../ui/index.ts";
import type { Freshness } from "./rule.ts";
import { useIsAnnounced } from "./scope.tsx";
import styles from "./freshness.module.css";

type StaleBannerProps = {
  of: Freshness;
  /** What is shown below. */
  shows: string;
  /** Loads it again; there is no button without it. */
  onRefresh?: () => void;
};

/** Says that what is shown below is out of date, since when and why; nothing while it is not. To be placed outside its scope. */
export function StaleBanner({ of, shows, onRefresh }: StaleBannerProps) {
  const isAnnounced = useIsAnnounced();
  if (of.kind !== "stale" || of.reason === null || isAnnounced) return null;
  return (
    <div className={styles.banner}>
      <Notice
        tone="danger"
        icon={IconCloudOff}
        action={
          onRefresh && (
            <Button icon={IconRefresh} onClick={onRefresh}>
              Refresh
            </Button>
          )
        }
      >
        <b>{of.reason}</b>
        {`\nShowing ${shows} as of ${asOfText(of.asOf)}. Retrying every ${of.everyMs / SECOND_MS} s.`}
      </Notice>
    </div>
  );
}
