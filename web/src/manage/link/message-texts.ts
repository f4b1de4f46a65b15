import type { RejectedConnection } from "@groundcrew/shared/link";
import { z } from "zod";
import { connectionFaultTexts } from "../../station/index.ts";

/** Why a connection was rejected. */
export const rejectionTexts: Record<RejectedConnection["reason"], string> = {
  unknown: "There is no station with this name.",
  disabled: "It is retired, has no password, or its telemetry is not enabled.",
  wrong_secret: "The password is wrong.",
  client_id: "Its client ID and its user name are not the same. Both must be the name of the station.",
  will: "Its MQTT will is not a death message to its own topic with QoS 1 and without retain.",
  mqtt_version: "It uses a version of MQTT other than 3.1.1.",
  ...connectionFaultTexts,
};

const faultTexts = new Map([
  ["too_large", "The message is larger than the station link allows."],
  ["not_text", "The message is not valid UTF-8 text, or it contains a NUL character."],
  ["too_deep", "The message is nested too deeply."],
  ["not_json", "The message is not JSON."],
  ["not_valid", "The message does not follow the protocol of the station link."],
  [
    "boot_too_high",
    "The boot counter is far above the last known one. Correct it at the station, or reset the link state.",
  ],
  ["not_storable", "The message contains a value that the database cannot store."],
]);

/** Why a message could not be processed, by the server's reason code. */
export function faultText(reason: string): string {
  return faultTexts.get(reason) ?? `The message could not be processed (${reason}).`;
}

const messageWithKind = z.object({ data: z.object({ kind: z.string().min(1).max(64) }) });
const KIND = /"kind"\s*:\s*"(?<kind>[\w-]{1,64})"/;

/** The event kind in a message that is truncated or otherwise invalid; null if it has none. */
export function eventKind(payload: string): string | null {
  const parsed = messageWithKind.safeParse(parseJson(payload));
  if (parsed.success) return parsed.data.data.kind;
  return KIND.exec(payload)?.groups?.["kind"] ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
