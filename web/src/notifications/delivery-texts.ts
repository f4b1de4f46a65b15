import type { TimeWindow } from "@groundcrew/shared/lib";
import { DELIVERIES_KEPT_DAYS, type Delivery, type DeliveryResult } from "@groundcrew/shared/notifications";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconClockPause,
  IconRefresh,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { countText, logMoment, untilText, wholeNumber } from "../lib/index.ts";

export const deliveryLabels: Record<DeliveryResult, string> = {
  delivered: "Delivered",
  retrying: "Retrying",
  held: "Held",
  not_sent: "Not sent",
  failed: "Failed",
};

type ResultFace = { tone: "ok" | "warn" | "plain" | "dashed" | "solid"; icon: TablerIcon };

export const resultFaces: Record<DeliveryResult, ResultFace> = {
  delivered: { tone: "ok", icon: IconCircleCheck },
  retrying: { tone: "warn", icon: IconRefresh },
  held: { tone: "plain", icon: IconClockPause },
  not_sent: { tone: "dashed", icon: IconCircleMinus },
  failed: { tone: "solid", icon: IconAlertTriangle },
};

/** Why a notification was or was not sent, and what follows: `HTTP 503. Tried 3 times, next at 10:25.` */
export function whyText({ result, why, together, tries, next, sent, alert }: Delivery, now: number): string {
  const at = next === null ? "" : untilText(next, now);
  switch (result) {
    case "delivered":
      return [
        sent === null ? "" : `Sent ${logMoment(sent, now)}.`,
        together > 1 ? `1 message for ${wholeNumber(together)} notifications.` : "",
        why,
      ]
        .filter((text) => text !== "")
        .join(" ");
    case "retrying":
      return `${why} ${triedText(tries)}${at === "" ? "" : `, next at ${at}`}.`;
    case "held": {
      const isSoon = why === "" || next === null;
      if (isSoon) return why === "" ? "Waiting to be combined with other notifications." : why;
      return `${why} Will be sent ${at}${alert === null ? "" : " if the alert is still open"}.`;
    }
    case "not_sent":
    case "failed":
      return why;
  }
}

const inTime: Record<TimeWindow, string> = {
  day: " in the last 24 hours",
  week: " in the last 7 days",
  month: " in the last 30 days",
  year: "",
  all: "",
};

/** How many notifications are listed: `12 notifications in the last 24 hours. Kept for 90 days.` */
export function listedText(count: number, time: TimeWindow): string {
  return `${countText(count, "notification")}${inTime[time]}. Kept for ${DELIVERIES_KEPT_DAYS} days.`;
}

/** How often something was tried: `Tried 3 times`. */
export function triedText(tries: number): string {
  return `Tried ${tries === 1 ? "once" : countText(tries, "time")}`;
}

/** To whom a notification goes: `#ground-ops`, or `Push, Lee Tran: Pixel 9`. */
export function recipientText({ channel, person, device }: Delivery): string {
  if (channel !== null) return channel;
  if (person === null) return "–";
  return device === null ? `Email, ${person}` : `Push, ${person}: ${device}`;
}
