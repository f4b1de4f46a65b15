import type { BulkAct, BulkActStation, BulkKind, BulkReason, BulkState, UndoneAct } from "@groundcrew/shared/bulk-acts";
import { MINUTE_MS, shortAge, wholeNumber } from "@groundcrew/shared/lib";
import { STATION_TAGS_MAX } from "@groundcrew/shared/sites";
import { countText, untilText } from "../lib/index.ts";

/** The label of each act's button. */
export const bulkLabels: Record<BulkKind, string> = {
  maintenance: "Maintenance",
  entry: "New Entry",
  images: "Take New Images",
  move: "Move",
  place: "Site and Tags",
  assign: "Assign Errors",
  retire: "Retire",
  restore: "Restore",
};

export const bulkStateLabels: Record<BulkState, string> = {
  failed: "Failed",
  left_out: "Left out",
  running: "Running",
  waiting: "Waiting",
  kept: "Kept",
  undone: "Undone",
  done: "Done",
  unchanged: "Unchanged",
};

/** The title of an act: `Take New Images, lights on`. */
export function actTitle({ kind, lights_on }: Pick<BulkAct, "kind" | "lights_on">): string {
  return lights_on === null ? bulkLabels[kind] : `${bulkLabels[kind]}, lights ${lights_on ? "on" : "off"}`;
}

type ReasonContext = {
  now: number;
  /** The organization that the station is in, if it is known. */
  organization?: string | undefined;
};

/** Why a station is left as it is, as the beginning of a sentence. */
export function reasonText({ code, at }: BulkReason, { now, organization }: ReasonContext): string {
  switch (code) {
    case "maintenance":
      return at === null ? "Already in maintenance" : `Already in maintenance until ${untilText(at, now)}`;
    case "planned":
      return at === null ? "Maintenance is planned" : `Maintenance is planned from ${untilText(at, now)}`;
    case "retired":
      return "Retired";
    case "in_service":
      return "Not retired";
    case "organization":
      return `Already in ${organization ?? "this organization"}`;
    case "placed":
      return "Already as chosen";
    case "too_many_tags":
      return `Would have more than ${STATION_TAGS_MAX} tags`;
    case "offline":
      return at === null || now - Date.parse(at) < MINUTE_MS
        ? "Offline"
        : `Offline for ${shortAge(now - Date.parse(at))}`;
    case "no_errors":
      return "No open errors";
    case "owned":
      return "Already owned by this person";
    case "owned_since":
      return "Its errors have been assigned to somebody else since";
    case "stopped":
      return "Stopped before its turn";
    case "not_yours":
      return "Not yours to change";
    case "not_visible":
      return "No longer visible to you";
    case "changed":
      return "Somebody has changed it since";
    case "ended":
      return "Its maintenance had ended already";
    case "no_former_owner":
      return "Its former owner can no longer own errors";
  }
}

/** Details of a reason. */
export function reasonNote({ code }: BulkReason): string[] {
  return code === "offline" ? ["Nothing is kept for later"] : [];
}

/** Details of a station in an act besides its state. */
export function outcomeText({ state, reason, detail, since, images }: BulkActStation, now: number): string {
  if (reason !== null) return `${[reasonText(reason, { now }), ...reasonNote(reason)].join(". ")}.`;
  if (state === "running" && since !== null)
    return `asked ${Math.max(0, Math.round((now - Date.parse(since)) / 1_000))} s ago`;
  return [images === null ? "" : countText(images, "image"), detail ?? ""].filter(Boolean).join(". ");
}

/** The outcome of an act: `Maintenance began on 12 stations. 1 stayed as it was. 2 were left out.` */
export function doneText({ kind, counts }: Pick<BulkAct, "kind" | "counts">): string {
  const { done, waiting, unchanged, left_out } = counts;
  const stations = countText(done + waiting, "station");
  const texts: Record<BulkKind, string> = {
    maintenance: `Maintenance began on ${stations}.`,
    entry: `Added an entry to ${stations}.`,
    images: `${stations} take new images.`,
    move: `Moved ${stations}.`,
    place: `Changed ${stations}.`,
    assign: `Assigned the errors of ${stations}.`,
    retire: `Retired ${stations}.`,
    restore: `Restored ${stations}.`,
  };
  return [texts[kind], ...unchangedText(unchanged), ...leftOutText(left_out)].join(" ");
}

function unchangedText(count: number): string[] {
  return count === 0 ? [] : [`${wholeNumber(count)} stayed as ${count === 1 ? "it was" : "they were"}.`];
}

function leftOutText(count: number): string[] {
  return count === 0 ? [] : [`${wholeNumber(count)} ${count === 1 ? "was" : "were"} left out.`];
}

/** The tone of what an act has done, or of how it has ended: a warning if stations failed, or none was changed. */
export function doneTone({ counts: { failed, done, waiting } }: Pick<BulkAct, "counts">): "success" | "warning" {
  return failed > 0 || done + waiting === 0 ? "warning" : "success";
}

/** How an act that took a while has ended. */
export function endedText({ counts: { done, failed } }: Pick<BulkAct, "counts">): string {
  const text = `${countText(done, "station")} took new images.`;
  return failed === 0 ? text : `${text} ${wholeNumber(failed)} failed.`;
}

/** The outcome of undoing an act: `Undone on 9 stations. 3 of 12 were changed since and stay.` */
export function undoneText({
  kind,
  counts: { undone, kept },
  changed,
}: Pick<UndoneAct, "kind" | "counts" | "changed">): string {
  const of = (count: number) => `${wholeNumber(count)} of ${wholeNumber(undone + kept)}`;
  const others = kept - changed;
  return [
    `Undone on ${countText(undone, "station")}.`,
    changed > 0 && `${of(changed)} ${changed === 1 ? "was changed since and stays" : "were changed since and stay"}.`,
    others > 0 && `${of(others)} ${others === 1 ? "stays as it is" : "stay as they are"}.`,
    kind === "move" && undone > 0 && "Maintenance, alerts and ignored reasons that the move ended do not come back.",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Where an act that takes a while is: `2 running · 2 waiting · 1 failed · 1 left out`. */
export function progressText(counts: BulkAct["counts"]): string {
  return (["running", "waiting", "failed", "left_out", "unchanged", "undone", "kept"] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => `${wholeNumber(counts[state])} ${bulkStateLabels[state].toLowerCase()}`)
    .join(" · ");
}
