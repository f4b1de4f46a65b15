import type { Delivery, DeliveryResult } from "@groundcrew/shared/notifications";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconClockPause,
  IconRefresh,
  type Icon as TablerIcon,
} from "@tabler/icons-react";

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

/** To whom a notification goes: `#ground-ops`, or `Push, Lee Tran: Pixel 9`. */
export function recipientText({ channel, person, device }: Delivery): string {
  if (channel !== null) return channel;
  if (person === null) return "–";
  return device === null ? `E-mail, ${person}` : `Push, ${person}: ${device}`;
}
