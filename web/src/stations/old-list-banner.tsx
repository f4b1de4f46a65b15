import { REFRESH_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { IconCloudOff, IconRefresh } from "@tabler/icons-react";
import { clockText } from "../lib/index.ts";
import { Button, Notice } from "../ui/index.ts";
import type { Fleet } from "./fleet.ts";

/** Says that the list below is old, and why. */
export function OldListBanner({ fleet, onRefresh }: { fleet: Fleet; onRefresh: () => void }) {
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
        <b>{fleet.missed?.sentence}</b>
        {`\nShowing stations as of ${clockText(fleet.updatedAt)}. Retrying every ${REFRESH_MS.station_list / SECOND_MS} s.`}
      </Notice>
    </div>
  );
}
