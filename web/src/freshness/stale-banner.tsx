import { SECOND_MS } from "@groundcrew/shared/lib";
import { IconCloudOff, IconRefresh } from "@tabler/icons-react";
import { asOfText } from "../lib/index.ts";
import { Button, Notice } from "../ui/index.ts";
import type { Freshness } from "./freshness.ts";
import { useIsAnnounced } from "./scope.tsx";
import styles from "./freshness.module.css";

type StaleBannerProps = {
  freshness: Freshness;
  /** The content, as a noun: "stations". */
  content: string;
  /** Loads the content again. Without it there is no button. */
  onRefresh?: () => void;
};

/** Reports that the content below is stale, since when and why; nothing while it is current. Place it outside the content's scope. */
export function StaleBanner({ freshness, content, onRefresh }: StaleBannerProps) {
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
        {`\nShowing ${content} as of ${asOfText(freshness.asOf)}. Retrying every ${freshness.everyMs / SECOND_MS} s.`}
      </Notice>
    </div>
  );
}
