import { HOUR_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { PushMessage } from "@groundcrew/shared/notifications";
import type { Message, MessageAlert, Outcome } from "../../channels/index.ts";
import type { Db } from "../../platform/db/index.ts";
import { findLiveDevice } from "../messages/message-queries.ts";
import { sendPush, type PushSenders } from "./send-push.ts";
import { titlePrefixes } from "../messages/write-content.ts";

/** Push services keep a message this long for a device that is not reachable. */
const TTL_S = (6 * HOUR_MS) / SECOND_MS;
const LINES = 3;

/** Sends a message to a device once; null when it has ended, was removed, or its person has left the organization. */
export async function pushToDevice(
  { db, senders }: { db: Db; senders: PushSenders },
  device: number,
  message: Message,
): Promise<Outcome | null> {
  const target = await findLiveDevice(db, device, message.id);
  if (!target) return null;
  const push = pushMessage(message);
  const urgency = message.severity === "urgent" ? "high" : "normal";
  return sendPush(target, { message: push, ttlS: TTL_S, urgency, topic: push.tag === "" ? null : push.tag }, senders);
}

/** The push message for a device. It may be read on a locked screen, so for alerts it contains only the event, the station and the fault. */
function pushMessage({ type, title, lines, open_url, alerts }: Message): PushMessage {
  const { pathname, search, hash } = new URL(open_url);
  const path = `${pathname}${search}${hash}`;
  const [first, ...others] = alerts;
  if (!first) return { title, body: lines.join("\n"), tag: "", path };
  if (others.length > 0) return { title, body: alerts.slice(0, LINES).map(faultText).join("\n"), tag: "", path };
  const fault = faultText(first);
  const stations = first.station_count > 1 ? `${first.station_count} stations` : "";
  const prefix = titlePrefixes[type];
  return {
    title: prefix === undefined ? fault : `${prefix}: ${fault}`,
    body: stations,
    tag: `alert-${first.alert}`,
    path,
  };
}

function faultText({ title, titles, station_count: count }: MessageAlert): string {
  const [station] = titles;
  return count === 1 && station !== undefined ? `${station}: ${title}` : title;
}
