import type { BulkAct, BulkActStation, BulkKind, BulkReason, BulkState } from "@groundcrew/shared/bulk-acts";
import { shortAge, wholeNumber } from "@groundcrew/shared/lib";
import { countText, untilText } from "../lib/index.ts";

/** What each act is called on its button. */
export const bulkLabels: Record<BulkKind, string> = {
  maintenance: "Maintenance",
  entry: "New Entry",
  images: "Take New Images",
  move: "Move",
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

/** Why a station is left as it is, as the beginning of a sentence. */
export function reasonText({ code, at }: BulkReason, now: number): string {
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
      return "Belongs to it already";
    case "offline":
      return `Offline${at === null ? "" : ` for ${shortAge(now - Date.parse(at))}`}. Nothing is kept for later`;
    case "stopped":
      return "Stopped before its turn";
    case "not_yours":
      return "Not yours to maintain";
    case "not_visible":
      return "No longer visible to you";
    case "changed":
      return "Somebody changed it since";
    case "ended":
      return "Its maintenance had ended already";
  }
}

/** What is known of a station in an act beside its state. */
export function outcomeText({ state, reason, detail, since, images }: BulkActStation, now: number): string {
  if (reason !== null) return `${reasonText(reason, now)}.`;
  if (state === "running" && since !== null)
    return `asked ${Math.max(0, Math.round((now - Date.parse(since)) / 1_000))} s ago`;
  return [images === null ? "" : countText(images, "image"), detail ?? ""].filter(Boolean).join(". ");
}

/** What an act has done: `Maintenance began on 12 stations. 2 were left out.` */
export function doneText({ kind, counts }: Pick<BulkAct, "kind" | "counts">): string {
  const { done, waiting, unchanged, left_out } = counts;
  const stations = countText(done + waiting, "station");
  const texts: Record<BulkKind, string> = {
    maintenance: `Maintenance began on ${stations}.`,
    entry: `Added an entry to ${stations}.`,
    images: `${stations} take new images.`,
    move: `Moved ${stations}.`,
    retire: `Retired ${stations}.`,
    restore: `Restored ${stations}.`,
  };
  return [texts[kind], leftText(unchanged + left_out)].filter(Boolean).join(" ");
}

function leftText(left: number): string {
  return left === 0 ? "" : `${wholeNumber(left)} ${left === 1 ? "was" : "were"} left out.`;
}

/** How an act that took a while has ended. */
export function endedText({ counts: { done, failed } }: Pick<BulkAct, "counts">): string {
  const text = `${countText(done, "station")} took new images.`;
  return failed === 0 ? text : `${text} ${wholeNumber(failed)} failed.`;
}

/** What a move ends for good. */
export const MOVE_ENDS = "maintenance, alerts and ignored reasons";

/** What undoing an act has done: `Undone on 9 stations. 3 stay as they are.` */
export function undoneText({ kind, counts: { undone, kept } }: Pick<BulkAct, "kind" | "counts">): string {
  return [
    `Undone on ${countText(undone, "station")}.`,
    kept > 0 && `${wholeNumber(kept)} ${kept === 1 ? "stays as it is" : "stay as they are"}.`,
    kind === "move" && undone > 0 && `What the move ended stays so: ${MOVE_ENDS}.`,
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
