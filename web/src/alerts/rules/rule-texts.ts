import { ruleKinds, type AlertRule, type QuietPeriod } from "@groundcrew/shared/alerts";
import { countText, dayText, listText, minutesAgoText, wholeNumber } from "../../lib/index.ts";

const dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

/** A time in minutes: `15 min`, `4 h`, `1 day`. */
export function spanText(minutes: number): string {
  if (minutes % 1_440 === 0) return minutes === 1_440 ? "1 day" : `${minutes / 1_440} days`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

/** When a rule sends nothing: `quiet 18:00 to 08:00 and Sat, Sun`. */
function quietText({ from, to, days }: QuietPeriod): string {
  const times = from !== null && to !== null ? `${from} to ${to}` : "";
  const names = days
    // From Monday on.
    .toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
    .map((index) => dayNames[index])
    .join(", ");
  return `quiet ${[times, names].filter((text) => text !== "").join(" and ")}`;
}

/** How often a rule notifies, and who else is notified: `repeats every 4 h · escalates after 15 min`. */
export function notifyText({ repeat_minutes, quiet, steps, group_by }: AlertRule): string {
  return [
    group_by === "hour" ? "one message an hour" : null,
    repeat_minutes === null ? null : `repeats every ${spanText(repeat_minutes)}`,
    quiet === null ? null : quietText(quiet),
    steps.length === 0 ? null : `escalates after ${listText(steps.map((step) => spanText(step.after_minutes)))}`,
  ]
    .filter((text) => text !== null)
    .join(" · ");
}

/** Since when a rule is off, who switched it off, and why: `Off since Nov 12, Lee Tran: too many`. */
export function offText({ off_since, off_by, off_reason }: AlertRule, now: number): string {
  const since = off_since === null ? "Off" : `Off since ${dayText(off_since, now)}`;
  const by = [off_by, off_reason].filter((text) => text !== null && text !== "").join(": ");
  return by === "" ? since : `${since}, ${by}`;
}

/** When a rule last made an alert: `last 9m ago`. */
export function lastAlertText({ last_alert }: AlertRule, now: number): string {
  if (last_alert === null) return "never";
  return `last ${minutesAgoText(last_alert, now)}`;
}

/** How many alerts a rule made. */
export function alertsText({ alerts_7d }: AlertRule): string {
  return `${wholeNumber(alerts_7d)} in 7 days`;
}

/** How many stations a rule watches; nothing if where it applies says so already, or for a rule about groups of errors. */
export function watchedText({ stations, condition, scope }: AlertRule): string {
  const isSaid = scope.kind === "stations" && scope.names.length === stations;
  return isSaid || ruleKinds[condition.kind].isAboutGroups ? "" : countText(stations, "station");
}
