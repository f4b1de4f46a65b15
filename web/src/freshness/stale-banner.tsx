import { SECOND_MS } from "@groundcrew/shared/lib";
import { IconCloudOff, IconRefresh } from "@tabler/icons-react";
import { asOfText } from "../lib/index.ts";
import { Button, Notice } from "../ui/index.ts";
import type { Freshness } from "./rule.ts";
import { useIsAnnounced } from "./scope.tsx";
import styles from "./freshness.module.css";

type StaleBannerProps = {
  freshness: Freshness;
  /** What is shown below. */
  shows: string;
  /** Loads it again; there is no button without it. */
  onRefresh?: () => void;
};

/** Says that what is shown below is out of date, since when and why; nothing while it is not. To be placed outside its scope. */
export function StaleBanner({ freshness, shows, onRefresh }: StaleBannerProps) {
  const isAnnounced = useIsAnnounced();
  if (freshness.kind !== "stale" || freshness.reason === null || isAnnounced) return null;
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
        <b>{freshness.reason}</b>
        {`\nShowing ${shows} as of ${asOfText(freshness.asOf)}. Retrying every ${freshness.everyMs / SECOND_MS} s.`}
      </Notice>
    </div>
  );
}
