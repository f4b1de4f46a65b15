import { clockWarning, type Station } from "@groundcrew/shared/stations";
import { IconClockExclamation } from "@tabler/icons-react";
import { Notice } from "../ui/index.ts";

type ClockNoticeProps = {
  station: Pick<Station, "clock_skew_ms" | "last_online_status">;
  /** Class of the element around the notice. */
  className?: string | undefined;
};

/** Warns when a station's clock is wrong; nothing while it is right. */
export function ClockNotice({ station, className }: ClockNoticeProps) {
  const text = clockWarning(station);
  if (text === null) return null;
  return (
    <div className={className}>
      <Notice tone="warning" icon={IconClockExclamation}>
        <b>{text}</b>
        {"\nAll ages and statuses follow the server's clock."}
      </Notice>
    </div>
  );
}
