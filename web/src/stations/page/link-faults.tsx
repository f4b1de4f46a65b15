import { ageMs } from "@groundcrew/shared/lib";
import { isConnectionFault, type StationNotices } from "@groundcrew/shared/link";
import { IconMessages, IconPlugConnectedX } from "@tabler/icons-react";
import { agoText, countText, exactMoment, momentText, wholeNumber } from "../../lib/index.ts";
import { connectionFaultTexts } from "../../station/index.ts";
import { Notice } from "../../ui/index.ts";

/** The behavior of the station that the link does not allow. */
export function LinkFaults({ notices, now }: { notices: StationNotices; now: number }) {
  return (
    <>
      {notices.too_many_events && (
        <div className="mb-4">
          <TooManyEvents notice={notices.too_many_events} />
        </div>
      )}
      {notices.connection_fault && (
        <div className="mb-4">
          <ConnectionFaultNotice fault={notices.connection_fault} now={now} />
        </div>
      )}
    </>
  );
}

type ConnectionFaultProps = { fault: NonNullable<StationNotices["connection_fault"]>; now: number };

/** The messages that the broker rejects of a station that is connected. */
function ConnectionFaultNotice({ fault: { reason, tries, first_tried, last_tried }, now }: ConnectionFaultProps) {
  if (!isConnectionFault(reason)) return null;
  return (
    <Notice tone="warning" icon={IconPlugConnectedX}>
      <b>{connectionFaultTexts[reason]}</b>
      {`\n${countText(tries, "time")} since ${momentText(first_tried)}, last ${agoText(ageMs(last_tried, now) ?? 0)}.`}
    </Notice>
  );
}

type TooManyEventsProps = { notice: NonNullable<StationNotices["too_many_events"]> };

/** Warns that events of the station are delayed because it sends too many. */
function TooManyEvents({ notice: { since, per_minute, limit } }: TooManyEventsProps) {
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
