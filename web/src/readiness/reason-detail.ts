import { reasonText, reasonTitle } from "../station/index.ts";
import { type ReadinessReason, type ReasonCode } from "@groundcrew/shared/readiness";
import type { TelemetryPart } from "../station/index.ts";
import type { StationType } from "@groundcrew/shared/telemetry";

/** Reasons that end with a swap. */
const UNTIL_SWAP: ReadonlySet<ReasonCode> = new Set(["swaps_failed", "job_failed"]);

/** `nextSlot` is where the next battery will be charged, null if that is not known. */
type Context = { stationType: StationType; now: number; needed: number; nextSlot: string | null };

/** Details of a reason besides its title and since when: "1 needed. Next in about 15 min: slot 3 at 86%." Null for nothing. */
export function reasonDetail(reason: ReadinessReason, { stationType, now, needed, nextSlot }: Context): string | null {
  const { code } = reason;
  const title = reasonTitle(reason, stationType);
  const text = reasonText(reason, { stationType, now });
  const parts = [
    code === "no_battery" ? `${needed} needed` : null,
    text.startsWith(title) ? restOf(text.slice(title.length), isCharging(reason) ? nextSlot : null) : text,
    UNTIL_SWAP.has(code) ? "Ends with the next swap" : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.map(asSentence).join(" ");
}

/** Texts of stations and people may end with a full stop of their own. */
function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** The text after a title, as a sentence that may say where. For how long is said elsewhere. */
function restOf(rest: string, where: string | null): string | null {
  const text = /(?:^: |^ (?=until )|, )(.+)$/s.exec(rest)?.[1];
  if (text === undefined) return null;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${where === null ? "" : `: ${where}`}`;
}

/** True for a lack of batteries that says when the next one will be charged. */
function isCharging({ args: { next } }: ReadinessReason): boolean {
  return typeof next === "string" && !Number.isNaN(Date.parse(next));
}

/** The part of the telemetry that shows what a reason is about; null if none does. */
export function telemetryOf(code: ReasonCode): TelemetryPart | null {
  return TELEMETRY[code] ?? null;
}

const TELEMETRY: Partial<Record<ReasonCode, TelemetryPart>> = {
  stopped: "status",
  starting: "status",
  stuck: "status",
  no_battery: "chargers",
  few_batteries: "chargers",
  no_slot: "chargers",
  charger: "chargers",
  gripper: "status",
  pad_taken: "status",
  pad_unknown: "status",
  door_unknown: "status",
  pad_level: "status",
  door_open: "status",
  latch: "status",
  gantry: "status",
  temperature: "status",
  hexboard: "usb",
  camera: "usb",
};
