import type { AlertKind, AlertLife } from "@groundcrew/shared/alerts";
import type { StoredLife } from "./life-queries.ts";

/** Why an alert ended, as people read it. */
export function reasonOf(kind: AlertKind): string {
  switch (kind) {
    case "offline":
      return "Online again";
    case "site_outage":
      return "A station of the site is online again";
    case "no_reports":
      return "Stations report again";
    case "temperature":
    case "battery_temperature":
      return "Back within the limit";
    case "battery_error":
      return "No battery error any more";
    case "camera_missing":
      return "All cameras are detected again";
    case "clock_skew":
      return "The clock is right again";
    case "no_swaps":
      return "Swaps again";
    case "error_rate":
      return "Fewer errors again";
    case "error_group":
      return "The group is resolved, archived or ongoing";
    case "incident":
      return "The incident has another status";
    case "firmware":
      return "Newer firmware";
    case "link_flapping":
      return "The link is stable again";
    case "rejected_station":
      return "Its connections are accepted again";
    case "external":
      return "Resolved by Alertmanager";
  }
}

type Change = {
  stored: StoredLife;
  before: AlertLife;
  life: AlertLife;
  content: { title: string };
  hasBegun: boolean;
  reason: string;
};

/** A line of the history. `side` is 0 for what only the support may read, null for what both sides may. */
type Line = { what: string; side: number | null };

/** What happened to an alert, as lines of its history. Errors are grouped into groups, which customers do not see. */
export function linesOf({ stored, before, life, content: { title }, hasBegun, reason }: Change): Line[] {
  const lines: Line[] = [];
  const add = (what: string, side: number | null = null) => lines.push({ what, side });
  if (hasBegun) add(`Began: ${title}`);
  else if (life.level > stored.level) add(`Got worse: ${title}`);
  if (life.severity !== stored.severity) add(life.severity === "urgent" ? "Is urgent now" : "Is a warning now");
  if (life.flapping && !before.flapping) add("Began and ended several times within an hour");
  if (life.parent !== before.parent) {
    add(life.parent ?? "No longer grouped into another alert", stored.kind === "error_rate" ? 0 : null);
  }
  if ((life.maintenance === null) !== (before.maintenance === null)) {
    add(life.maintenance ?? "The maintenance of its station ended");
  }
  if (life.ended === null && life.mutes.length < stored.mutes.length) add("No longer muted");
  if (life.ended !== null) add(`Ended: ${reason}`);
  return lines;
}
