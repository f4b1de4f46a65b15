import type { StationType } from "../telemetry/index.ts";
import type { ReadinessField, ReadinessReason, ReasonCode } from "./readiness.ts";
import { readinessLabels, readinessState } from "./readiness.ts";
import { REASONS, type ReasonKind } from "./reasons/index.ts";
import { doorOf } from "./rules.ts";

/** The time of a text (ms), and how it writes times. */
export type ReadinessClock = { now: number; timeText: (at: number) => string };

const kinds = new Map<ReasonCode, ReasonKind>(REASONS.map((kind) => [kind.code, kind]));

/** A reason without times and estimates: "No charged battery". */
export function readinessTitle({ code, args }: ReadinessReason, stationType: StationType): string {
  return kinds.get(code)?.title(args, { door: doorOf(stationType) }) ?? code;
}

/** A reason as a phrase: "No charged battery, next in about 15 min", "Offline for 12 min, was Ready". */
export function readinessText(reason: ReadinessReason, stationType: StationType, clock: ReadinessClock): string {
  return textOf(reason, stationType, { ...clock, about: "about " });
}

/** A reason in the row of a station, where space is scarce: "No charged battery, next in 15 min". */
export function shortReadinessText(reason: ReadinessReason, stationType: StationType, clock: ReadinessClock): string {
  return textOf(reason, stationType, { ...clock, about: "" });
}

/** A reason without times and estimates, with the state before it where that is known: "Offline, was Ready". */
export function briefReadinessText(reason: ReadinessReason, stationType: StationType): string {
  return withStateBefore(readinessTitle(reason, stationType), reason);
}

function textOf(
  reason: ReadinessReason,
  stationType: StationType,
  clock: ReadinessClock & { about: "about " | "" },
): string {
  const title = readinessTitle(reason, stationType);
  const moment = { ...clock, since: Date.parse(reason.since), title };
  return withStateBefore(kinds.get(reason.code)?.text?.(reason.args, moment) ?? title, reason);
}

function withStateBefore(text: string, { args }: ReadinessReason): string {
  const was = readinessState.safeParse(args["was"]);
  return was.success ? `${text}, was ${readinessLabels[was.data]}` : text;
}

/** Names the fields that are not checked at a station: "Not checked: latch, gantry (not reported)". Null if everything is. */
export function notCheckedText(fields: readonly ReadinessField[], stationType: StationType): string | null {
  if (fields.length === 0) return null;
  const names = fields.map((field) => (field === "door" ? doorOf(stationType).toLowerCase() : field));
  return `Not checked: ${names.join(", ")} (not reported)`;
}
