import { SECOND_MS } from "@groundcrew/shared/lib";
import { IconCloudOff, IconRefresh } from "@tabler/icons-react";
import { clockText } from "../lib/index.ts";
import { Button, Notice } from "../ui/index.ts";
import type { Fleet } from "./fleet.ts";
import { needsBanner } from "./freshness.ts";

type OldBannerProps = {
  of: Pick<Fleet, "missed" | "updatedAt">;
  /** What is shown below, and how often it is asked for. */
  shows: string;
  everyMs: number;
  onRefresh: () => void;
};

/** Says that what stands below is old, and why; nothing while it is not. */
export function OldBanner({ of, shows, everyMs, onRefresh }: OldBannerProps) {
  if (!needsBanner(of)) return null;
  return (
    <div style={{ marginBottom: 12 }}>
      <Notice
        tone="danger"
        icon={IconCloudOff}
        action={
          <Button icon={IconRefresh} onClick={onRefresh}>
            Refresh
          </Button>
        }
      >
        <b>{of.missed?.sentence}</b>
        {`\nShowing ${shows} as of ${clockText(of.updatedAt)}. Retrying every ${everyMs / SECOND_MS} s.`}
      </Notice>
    </div>
  );
}
