import type { StationNotices } from "@groundcrew/shared/link";
import { IconArrowsDiff, IconMessages } from "@tabler/icons-react";
import { exactMoment, wholeNumber } from "../../lib/index.ts";
import { Notice } from "../../ui/index.ts";

type TooManyEventsProps = { notice: NonNullable<StationNotices["too_many_events"]> };

/** Warns that events of the station are delayed because it sends too many. */
export function TooManyEvents({ notice: { since, per_minute, limit } }: TooManyEventsProps) {
  const used =
    limit.kind === "errors_per_day"
      ? `It has reached its limit of ${wholeNumber(limit.value)} errors a day.`
      : `Up to ${wholeNumber(limit.value)} a minute are stored for one station.`;
  return (
    <Notice tone="warning" icon={IconMessages}>
      <b>Sending too many events</b>
      {`\n${wholeNumber(per_minute)} a minute, since ${exactMoment(since)}. ${used} The rest stay at the station until they can be stored.`}
    </Notice>
  );
}

type SwapCountsProps = { notice: NonNullable<StationNotices["swap_counts"]> };

/** Warns staff that the two swap counts reported by a station differ. */
export function SwapCountsDiffer({ notice: { by_events, by_counter, since } }: SwapCountsProps) {
  return (
    <Notice tone="warning" icon={IconArrowsDiff}>
      <b>Swap counts differ</b>
      {`\nThe station's events come to ${wholeNumber(by_events)} swaps, its own counter to ${wholeNumber(by_counter)}, since ${exactMoment(since)}. Swaps are counted by events.`}
    </Notice>
  );
}
