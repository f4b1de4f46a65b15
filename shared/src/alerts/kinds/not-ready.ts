import { z } from "zod";
import { wholeMinutes } from "../../lib/index.ts";
import {
  readinessTitle,
  reasonCode,
  reasonLabels,
  storedCause,
  type Readiness,
  type ReadinessReason,
  type ReasonCode,
} from "../../readiness/index.ts";
import type { StationType } from "../../telemetry/index.ts";
import { defineRuleKind, holds, listText, minutesText, OVER, UNKNOWN, type SharedReason } from "./definition.ts";

type Watched = { limited: boolean; reasons: readonly ReasonCode[] };

/** Reasons for which a drone cannot land and swap; `maintenance` and those of an unknown state are not among them. */
export const alertedReason = reasonCode.exclude([
  "maintenance",
  "never",
  "no_data",
  "offline",
  "silent",
  "busy",
  "drone",
]);

/**
 * A drone has not been able to land and swap for `minutes`, or with `limited` a person has been needed as long; because of one of `reasons`, or of
 * any where none is named. The higher the number of blocking reasons, the worse. Stations in maintenance and those whose state is unknown make no
 * alert.
 */
export const notReady = defineRuleKind({
  label: "Not ready",
  over: "Ready again",
  condition: z.strictObject({
    kind: z.literal("not_ready"),
    minutes: wholeMinutes(1, 1_440),
    limited: z.boolean(),
    reasons: z.array(alertedReason).max(alertedReason.options.length),
  }),
  text({ minutes, limited, reasons }) {
    const because = reasons.length === 0 ? "" : `, because of: ${listText(reasons.map((code) => reasonLabels[code]))}`;
    return `Not ready${limited ? " or limited" : ""} for ${minutesText(minutes)}${because}`;
  },
  heldMinutes: ({ minutes }) => minutes,
  explainsReasons: true,
  causes: ["offline", "site_outage", "site_not_ready", "no_reports"],
  station: {
    isReading: true,
    state(condition, { readiness, station_type }) {
      if (readiness === null || readiness.state === "unknown") return UNKNOWN;
      const found = reasonsThatCount(condition, readiness);
      const [first] = found;
      if (first === undefined) return OVER;
      if (readiness.reasons[0]?.effect === "maintenance") return UNKNOWN;
      const level = found.filter(({ effect }) => effect === "block").length;
      const title = notReadyTitle(first, alertedTitle(first, station_type));
      const shared = sharedReason(first, station_type);
      return holds(title, { since: sinceOf(condition, readiness, found), level, shared });
    },
    input: ({ up, readiness }) => up && readiness,
  },
});

/** The reasons of a station that a condition is about, worst first. */
function reasonsThatCount({ limited, reasons }: Watched, readiness: Pick<Readiness, "reasons">): ReadinessReason[] {
  return readiness.reasons.filter(
    ({ code, effect }) =>
      (effect === "block" || (limited && effect === "limit")) && (reasons.length === 0 || reasons.includes(code)),
  );
}

/** The reason that other stations may have too. Errors of different groups are different reasons, and so are those that limit and those that block. */
function sharedReason(reason: ReadinessReason, stationType: StationType): SharedReason {
  const { code, effect, since, args } = reason;
  const key = [code, effect, ...(code === "error_group" ? [args["group_id"]] : [])].join(".");
  return { key, since: Date.parse(since), title: notReadyTitle(reason, storedCause(reason, stationType)) };
}

/** The title of a reason in alerts. A group has its number alone: its title is that of the staff, and messages go to everyone. */
function alertedTitle(reason: ReadinessReason, stationType: StationType): string {
  return reason.code === "error_group" ? storedCause(reason, stationType) : readinessTitle(reason, stationType);
}

/** The title of an alert about a reason with a title of its own: "Not ready: no charged battery". */
function notReadyTitle(reason: ReadinessReason, title: string): string {
  // Names such as HexBoard, and words that the station reports, keep their capitals.
  const isPlain = /^[A-Z][a-z]*(?!\w)/.test(title);
  const about = isPlain ? title.charAt(0).toLowerCase() + title.slice(1) : title;
  return `${reason.effect === "block" ? "Not ready" : "Limited"}: ${about}`;
}

/**
 * Since when (ms): a state that lasts while its reasons change counts as a whole, and chosen reasons each from when it began.
 */
function sinceOf({ limited, reasons }: Watched, { since }: Readiness, found: ReadinessReason[]) {
  const began = found.map((reason) => Date.parse(reason.since));
  if (reasons.length > 0) return Math.min(...began);
  return limited ? Math.min(Date.parse(since), ...began) : Date.parse(since);
}
